import { expect, test } from "vitest";
import { echo, finish } from "../../../test/support/loop-stage.ts";
import { Past } from "../../../test/support/past.ts";
import { seat, team } from "../../../test/support/plans.ts";
import type { LoopRun } from "../loop-run.ts";
import { nudgeWords, softLimitWords } from "./nudge.ts";

/** A turn of ada in which words end it or not. Only what is read is there. */
function turn(textEnds: boolean, more: { textOnly?: boolean; soft?: number } = {}) {
  const { textOnly = false, soft } = more;
  const seats = team.map((one) => (one.id === "ada" && textOnly ? { ...one, textOnly } : one));
  const past = Past.opened({ seats: [...seats, { ...seat("cy"), textOnly: true }] });
  past.enters("refinement");
  past.harness({ type: "turn.started", thread: "turn/1", seat: "ada", round: 1, kind: "engineer" });
  const escalate = soft === undefined ? {} : { escalate: { key: "k", soft, hard: 3 } };
  const opened = past.harness({
    type: "loop.opened",
    thread: "turn/1",
    terminal: "finish",
    asks: 8,
    textEnds,
    ...escalate,
  });
  const run = { loop: `l${opened.seq}`, tools: [echo], terminal: finish } as unknown as LoopRun<number>;
  const replies = (text: string, ...tools: string[]) => {
    past.asks(run.loop);
    past.replies(run.loop, 1, text, ...tools.map((tool) => ({ tool, input: {} })));
  };
  return { past, run, replies };
}

test.each([
  [0, "Your reply was cut off at its length limit, and nobody has read it. Say it again in fewer words."],
  [
    1,
    "Your reply was cut off at its length limit and its tool calls were dropped. Be shorter, in smaller steps.",
  ],
])("a reply that was cut off, with %i calls dropped", (dropped, words) => {
  const { run, past } = turn(true);
  expect(nudgeWords(run, past.state, "cut", dropped)).toBe(words);
});

test("a reply without a call is told what ends it, by what the member can do", () => {
  const told = ({ run, past }: ReturnType<typeof turn>) => nudgeWords(run, past.state, "no-tool", 0);
  expect(told(turn(false))).toBe("You called no tool. Use one of your tools; finish ends this.");
  expect(told(turn(true))).toBe(
    "Your reply was empty. Say your message in plain text, or use one of your tools.",
  );
  expect(told(turn(true, { textOnly: true }))).toBe(
    "Your reply was empty. Say one thing that moves this on, in plain text.",
  );
  const aside = turn(true);
  aside.replies("Hm.", "echo");
  expect(told(aside)).toBe(
    "Your reply was empty. What you wrote beside your tool calls was sent to nobody. Say your message in plain text, or use one of your tools.",
  );
});

test("the soft limit is told with the reply that reaches it, and with what is left", () => {
  const { run, past } = turn(true, { soft: 2 });
  const told = (asks: number) => {
    past.asks(run.loop, asks);
    past.replies(run.loop, asks, "Yes.");
    return softLimitWords(run, past.state);
  };
  expect([1, 2, 3].map(told)).toEqual([
    undefined,
    "Requests left here: 1. Bring it to an end with finish.",
    undefined,
  ]);
  const none = turn(true);
  none.replies("Yes.");
  expect(softLimitWords(none.run, none.past.state)).toBeUndefined();
});
