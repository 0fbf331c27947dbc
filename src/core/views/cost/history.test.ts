import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import { type History, isScripted, openHistory } from "./history.ts";

type Reply = Partial<Pick<EventOf<"model.replied">, "usage" | "micros">>;

function historyOf({ facts }: Past): History {
  const reading = openHistory();
  for (const fact of facts) reading.add(fact);
  return reading.history();
}

/** One request in a loop. Without a reply it is lost as soon as the loop is closed. */
function asks(past: Past, loop: string, reply?: Reply, model = "acme/big"): void {
  const reserved = { input: 700, output: 70, micros: 7_000 };
  const { seq } = past.harness({
    type: "model.asked",
    loop,
    ask: 1,
    attempt: 1,
    model,
    renderer: 1,
    hash: "h",
    bytes: 1,
    reserved,
  });
  const replied = { asked: seq, loop, ask: 1, text: "", calls: [], finish: "stop" } as const;
  if (reply) past.add("ada", { type: "model.replied", ...replied, calls: [], ...reply });
}

/** A task for which these requests were made, and which has landed. */
function landed(...replies: (Reply | undefined)[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  for (const reply of replies) asks(past, loop, reply);
  past.harness({ type: "loop.closed", loop, outcome: "text" });
  past.harness({ type: "task.landed", task: "t1", was: "a", commit: "b", checks: 1 });
  return past;
}

const usage = { input: 10, output: 2 };

describe("what a task took", () => {
  test.each<[string, readonly (Reply | undefined)[], History["tasks"]]>([
    ["no request", [], []],
    ["one token", [{ usage: { input: 1, output: 0 } }], [{ requests: 1, tokens: 1 }]],
    ["one with a price", [{ usage, micros: 5 }], [{ requests: 1, tokens: 12, micros: 5 }]],
    [
      "two with prices",
      [
        { usage, micros: 5 },
        { usage, micros: 6 },
      ],
      [{ requests: 2, tokens: 24, micros: 11 }],
    ],
    ["one of two without a price", [{ usage, micros: 5 }, { usage }], [{ requests: 2, tokens: 24 }]],
    ["one that was lost", [{ usage, micros: 5 }, undefined], [{ requests: 2, tokens: 12, micros: 5 }]],
    ["nothing but lost ones", [undefined, undefined], []],
    ["one that used nothing", [{ usage: { input: 0, output: 0 }, micros: 0 }], []],
  ])("%s", (_, replies, tasks) => {
    expect(historyOf(landed(...replies)).tasks).toEqual(tasks);
  });

  test("is its own requests, and counts only once it has landed", () => {
    const past = landed({ usage });
    past.threadOpens("coding/t2.1", "bo", "coding", "t2");
    asks(past, past.loopOpens("coding/t2.1", "done"), { usage: { input: 5, output: 5 } });
    expect(historyOf(past).tasks).toEqual([{ requests: 1, tokens: 12 }]);
    past.harness({ type: "task.landed", task: "t2", was: "a", commit: "b", checks: 1 });
    expect(historyOf(past).tasks).toEqual([
      { requests: 1, tokens: 12 },
      { requests: 1, tokens: 10 },
    ]);
  });

  test("includes what was turned away and cost nothing", () => {
    const past = landed({ usage, micros: 5 });
    const loop = past.loopOpens("coding/t1.1", "done");
    asks(past, loop);
    const failed = {
      asked: past.state.head,
      loop,
      ask: 1,
      failure: "rate",
      text: "",
      unspent: true,
    } as const;
    past.harness({ type: "model.failed", ...failed });
    expect(historyOf(past).tasks).toEqual([{ requests: 2, tokens: 12, micros: 5 }]);
  });
});

describe("what a phase took", () => {
  test("building is over when another phase begins, and includes every task", () => {
    const past = landed({ usage, micros: 5 });
    expect(historyOf(past).phases).toEqual({});
    past.enters("code-review");
    expect(historyOf(past).phases).toEqual({
      implementation: { requests: 1, tokens: 12, micros: 5 },
    });
  });

  test("a talk is over when its document is accepted, not when that is sent back", () => {
    const past = Past.opened();
    past.enters("refinement");
    asks(past, past.turnStarts("turn/refinement.1/1", "ada"), { usage });
    const settled = { type: "artifact.settled", reasons: [] as string[] } as const;
    const first = past.submits("scope", scope);
    past.human({ ...settled, artifact: first, verdict: "returned", reasons: ["no"] });
    expect(historyOf(past).phases).toEqual({});
    past.accepts("a999");
    expect(historyOf(past).phases).toEqual({});
    past.accepts(past.submits("scope", scope, 2));
    expect(historyOf(past).phases).toEqual({ refinement: { requests: 1, tokens: 12 } });
    past.enters("planning");
    expect(Object.keys(historyOf(past).phases)).toEqual(["refinement"]);
  });
});

test("a session in which one reply came from a script is a scripted one", () => {
  const past = landed({ usage });
  expect(historyOf(past).isScripted).toBe(false);
  asks(past, past.loopOpens("coding/t1.1", "done"), { usage }, "rehearsal/calculator");
  expect(historyOf(past).isScripted).toBe(true);
  expect(historyOf(new Past()).isScripted).toBe(false);
  expect(isScripted({ model: "acme/rehearsal/x" })).toBe(false);
});
