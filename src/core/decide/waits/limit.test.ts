import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { scope } from "../../../../test/support/plans.ts";
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

test("the reason counts the turns that a person gives", () => {
  const why = (turns: number) => [{ event: { why: `the product manager gives ${words[turns]}` } }];
  const words: Readonly<Record<number, string>> = { 1: "one more turn", 2: "2 more turns" };
  for (const turns of [1, 2]) expect(answered({ kind: "extend", turns })).toMatchObject(why(turns));
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

test("one turn more is the least, and words do not add to turns that are left", () => {
  expect(answered({ kind: "extend", turns: 1 })).toMatchObject([{ event: { turns: 1 } }]);
  expect(answered({ kind: "steer", words: "yes" }, { why: "stalled" })).toMatchObject([
    { event: { text: "yes" } },
    { event: { turns: 0, why: "the product manager has said something" } },
  ]);
});

describe("a talk at a standstill", () => {
  const waits = ({ state }: Past) => (state.stage ? limitWaits(state, state.stage) : []);

  test("waits since its last turn, with the turns it took", () => {
    const past = waiting.limit();
    const { head } = past.state;
    past.says("human", "Well.");
    expect(waits(past)).toEqual([
      { kind: "limit", id: `n${head}`, since: head, why: "turns", phase: "refinement", turns: 2 },
    ]);
  });

  test("waits for nobody once its artifact is accepted, and in building", () => {
    const past = waiting.limit();
    const id = past.submits("scope", scope);
    expect(waits(past)).toHaveLength(1);
    past.accepts(id);
    expect(waits(past)).toEqual([]);
    const building = Past.opened({ policy: { turns: 0 } });
    building.enters("implementation");
    expect(waits(building)).toEqual([]);
  });
});
