import { expect, test } from "vitest";
import { outOf } from "../../../../test/support/waiting.ts";
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
