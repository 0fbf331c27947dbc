import { expect, test } from "vitest";
import { waiting } from "../../../../test/support/waiting.ts";
import { answerLimit, type LimitAnswer, type LimitWait, limitWaits } from "./limit.ts";

function answered(answer: LimitAnswer, change: Partial<LimitWait> = {}) {
  const { state } = waiting.limit();
  const [wait] = state.stage ? limitWaits(state, state.stage) : [];
  if (!wait) throw new Error("the talk goes on");
  return answerLimit({ wait: { ...wait, ...change }, answer, at: state, first: state.head + 1 });
}

test.each<[LimitAnswer, Partial<LimitWait>, number]>([
  [{ kind: "extend" }, {}, 2],
  [{ kind: "extend" }, { why: "silence" }, 0],
  [{ kind: "extend", turns: 5 }, {}, 5],
])("%j at %j lets the talk go on for %i more turns", (answer, change, turns) => {
  expect(answered(answer, change)).toMatchObject([{ event: { type: "phase.extended", turns } }]);
});

test("words are heard for a round at least", () => {
  expect(answered({ kind: "steer", words: "yes" })).toMatchObject([
    { actor: "human", event: { type: "message.posted", text: "yes" } },
    { event: { type: "phase.extended", turns: 2 } },
  ]);
});

test("an end has it written up", () => {
  expect(answered({ kind: "end" })).toMatchObject([{ event: { type: "phase.signalled" } }]);
});

test.each<LimitAnswer>([
  { kind: "extend", turns: 0 },
  { kind: "extend", turns: 1.5 },
  { kind: "steer", words: "" },
])("%j is refused", (answer) => {
  expect(answered(answer)).toHaveProperty("refused");
});
