import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { outOf } from "../../../../test/support/waiting.ts";
import { fold } from "../../fold/fold.ts";
import { capOf } from "../../rules/budget.ts";
import type { State } from "../../state/state.ts";
import { answerBudget, type BudgetAnswer, budgetWaits } from "./budget.ts";

function answered(cap: { micros?: number; tokens?: number }, answer: BudgetAnswer) {
  const { state } = outOf(cap);
  const [wait] = budgetWaits(state, [undefined, ...state.threads.flatMap((thread) => thread.loops)]);
  if (!wait) throw new Error("nothing waits for money");
  return { unit: wait.unit, drafts: answerBudget({ wait, answer, at: state, first: state.head + 1 }) };
}

test("as much again is what the budget was, of both", () => {
  expect(answered({ micros: 2_500_000, tokens: 100 }, { kind: "grant-again" })).toMatchObject({
    drafts: [{ event: { scope: "session", micros: 2_500_000, tokens: 100, why: "$2.50 and 100 tokens" } }],
  });
});

test("a pause that does not say what is used up is about money where there is a budget in money", () => {
  expect(answered({ micros: 10, tokens: 100 }, { kind: "grant", micros: 5 })).toMatchObject({
    unit: "money",
    drafts: [{ event: { type: "budget.granted", micros: 5 } }],
  });
  expect(answered({ tokens: 100 }, { kind: "grant", tokens: 7 })).toMatchObject({
    unit: "tokens",
    drafts: [{ event: { type: "budget.granted", tokens: 7, why: "7 tokens" } }],
  });
});

test.each<BudgetAnswer>([
  { kind: "grant", micros: 5 },
  { kind: "grant", tokens: 0 },
  { kind: "grant", tokens: -1 },
  { kind: "grant", tokens: Number.POSITIVE_INFINITY },
])("%j grants nothing of what is used up, and is refused", (answer) => {
  expect(answered({ tokens: 100 }, answer).drafts).toEqual({
    refused: "Answer yes to grant as much again, or a number of tokens.",
  });
});

const caps = {
  session: { micros: 1_000, tokens: 10 },
  task: { micros: 2_000, tokens: 20 },
  seat: { micros: 3_000, tokens: 30 },
};
const scopes = ["session", "task:t1", "task:t2", "seat:ada", "seat:bo"] as const;

/** A turn that waits because this budget is used up. */
function pausedBy(scope: (typeof scopes)[number], unit: "money" | "tokens"): Past {
  const past = Past.opened({ policy: { budget: caps } });
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  past.harness({ type: "loop.paused", loop, on: "budget", scope, unit, why: "It is used up." });
  return past;
}

function grant({ state }: Past, answer: BudgetAnswer): State {
  const [wait] = budgetWaits(
    state,
    state.threads.flatMap((thread) => thread.loops),
  );
  if (!wait) throw new Error("nothing waits for money");
  const drafts = answerBudget({ wait, answer, at: state, first: state.head + 1 });
  if (!Array.isArray(drafts)) throw new Error("refused");
  const [draft] = drafts;
  const at = "2026-01-01T00:00:00.000Z";
  return fold(state, { ...draft, seq: state.head + 1, prev: "", at, v: 1 });
}

describe.each(scopes)("10.41: a grant to %s", (scope) => {
  const kind = scope.split(":")[0] as keyof typeof caps; // they are made of these
  const others = scopes.filter((other) => other !== scope);

  test.each<[BudgetAnswer, "money" | "tokens", { micros: number; tokens: number }]>([
    [{ kind: "grant-again" }, "money", caps[kind]],
    [{ kind: "grant", micros: 7 }, "money", { micros: 7, tokens: 0 }],
    [{ kind: "grant", tokens: 7 }, "tokens", { micros: 0, tokens: 7 }],
  ])("%j raises that budget, and no other, and the turn goes on", (answer, unit, more) => {
    const past = pausedBy(scope, unit);
    const before = Object.fromEntries(others.map((other) => [other, capOf(past.state, other)]));
    const after = grant(past, answer);
    expect(capOf(after, scope)).toEqual({
      micros: caps[kind].micros + more.micros,
      tokens: caps[kind].tokens + more.tokens,
    });
    expect(Object.fromEntries(others.map((other) => [other, capOf(after, other)]))).toEqual(before);
    expect(after.threads[0]?.loops[0]?.paused).toBeUndefined();
  });

  test("a second one comes on top of the first", () => {
    const past = pausedBy(scope, "money");
    const id = scope.split(":")[1];
    const granted = {
      type: "budget.granted" as const,
      scope: kind,
      ...(id !== undefined && { id }),
      why: "$",
    };
    past.human({ ...granted, micros: 5, tokens: 3 });
    past.human({ ...granted, micros: 6, tokens: 4 });
    expect(capOf(past.state, scope)).toEqual({
      micros: caps[kind].micros + 11,
      tokens: caps[kind].tokens + 7,
    });
  });
});

test("the least that can be granted is one", () => {
  expect(grant(pausedBy("session", "tokens"), { kind: "grant", tokens: 1 }).grants).toEqual({
    session: { micros: 0, tokens: 1 },
  });
});
