import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { Loop, Thread } from "./thread.ts";
import {
  asksAllowed,
  asksAnswered,
  asksOf,
  loopOf,
  openCalls,
  threadNamed,
  threadOfLoop,
  withThread,
} from "./threads.ts";

/** Ada codes in two loops, and bo reviews in one. */
function building() {
  const past = Past.opened().reaches("implementation");
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const first = past.loopOpens("coding/t1.1", "done");
  past.asks(first);
  past.replies(first, 1, "", { tool: "read_file", input: {} }, { tool: "done", input: {} });
  const second = past.loopOpens("coding/t1.1", "done");
  past.threadOpens("review/t1.1/1", "bo", "review", "t1");
  const review = past.loopOpens("review/t1.1/1", "review_complete");
  return { past, first, second, review };
}

test("threads are found by name and by each of their loops, and loops by id", () => {
  const { past, first, second, review } = building();
  const { state } = past;
  expect(threadNamed(state, "review/t1.1/1")?.seat).toBe("bo");
  expect(threadNamed(state, "coding/t1.1")?.seat).toBe("ada");
  expect(threadNamed(state, "coding/t1.2")).toBeUndefined();
  expect([first, second, review].map((id) => threadOfLoop(state, id)?.seat)).toEqual(["ada", "ada", "bo"]);
  expect([first, second, review].map((id) => loopOf(state, id)?.id)).toEqual([first, second, review]);
  expect([threadOfLoop(state, "l0"), loopOf(state, "l0")]).toEqual([undefined, undefined]);
});

test("a thread takes the place of the one with its name, or the last place", () => {
  const [one, two, three] = ["a", "b", "c"].map((name) => ({ name }) as Thread); // only the name is looked at
  if (!one || !two || !three) throw new Error("three threads");
  const changed = { ...one, asked: 7 };
  expect(withThread([one, two], changed)).toEqual([changed, two]);
  expect(withThread([one, two], { ...two, asked: 8 })).toEqual([one, { ...two, asked: 8 }]);
  expect(withThread([one, two], three)).toEqual([one, two, three]);
  expect(withThread([], one)).toEqual([one]);
});

test("calls are open until they are settled; only those of the newest request count", () => {
  const { past, first, second } = building();
  const open = (id: string) => {
    const loop = loopOf(past.state, id);
    return loop && openCalls(loop).map(({ tool }) => tool);
  };
  expect(open(first)).toEqual(["read_file", "done"]);
  expect(open(second)).toEqual([]);
  const loop = loopOf(past.state, first);
  const call = loop && openCalls(loop)[0]?.id;
  past.harness({ type: "tool.settled", loop: first, call: call ?? "", failed: false, text: "" });
  expect(open(first)).toEqual(["done"]);
  past.asks(first, 2);
  expect(open(first)).toEqual([]);
});

test("requests are counted over all loops, and only answered ones within one", () => {
  const { past, first, second } = building();
  past.asks(second, 2);
  const thread = threadNamed(past.state, "coding/t1.1");
  expect(thread && asksOf(thread).map(({ ask }) => ask)).toEqual([1, 2]);
  expect([first, second].map((id) => asksAnswered(loopOf(past.state, id) as Loop))).toEqual([1, 0]); // both are open
});

test("a loop may ask as often as the smallest of its limits says", () => {
  const allowed = (loop: object) => asksAllowed(loop as Loop); // only its limits are looked at
  expect(allowed({ limit: 8 })).toBe(8);
  expect(allowed({ limit: 8, escalate: { hard: 5 } })).toBe(5);
  expect(allowed({ limit: 8, escalate: { hard: 9 } })).toBe(8);
});
