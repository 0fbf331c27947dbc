import { expect, test } from "vitest";
import type { BudgetWait } from "../../decide/waits/budget.ts";
import { budgetWords } from "./budget.ts";

const money: BudgetWait = {
  kind: "budget",
  id: "b1",
  since: 1,
  scope: "session",
  unit: "money",
  why: "Empty.",
};
const tokens: BudgetWait = { ...money, unit: "tokens" };

test.each([
  [money, "$2.50", { kind: "grant", micros: 2_500_000 }],
  [tokens, "50_000", { kind: "grant", tokens: 50_000 }],
  [tokens, "1,000", { kind: "grant", tokens: 1_000 }],
  [money, "Yes", { kind: "grant-again" }],
  [money, "0", { wrong: "Answer yes to grant as much again, or a number of dollars." }],
  [tokens, "-5", { wrong: "Answer yes to grant as much again, or a number of tokens." }],
])("of %o, %j means %j", (wait, typed, answer) => {
  expect(budgetWords(wait).parse(typed)).toEqual(answer);
});

test("it asks for what is used up", () => {
  expect(budgetWords(money).offers.map(({ label }) => label)).toContain("a number of dollars");
  expect(budgetWords(tokens).offers.map(({ label }) => label)).toContain("a number of tokens");
});

test("an example stands for the number that a person fills in", () => {
  const offered = (wait: BudgetWait) =>
    budgetWords(wait).offers.map((offer) => "answer" in offer && offer.answer);
  expect(offered(money)).toEqual([{ kind: "grant-again" }, { kind: "grant", micros: 5_000_000 }]);
  expect(offered(tokens)).toEqual([{ kind: "grant-again" }, { kind: "grant", tokens: 500_000 }]);
});

test.each([
  [money, "0.000001", { kind: "grant", micros: 1 }],
  [money, "$1,000", { kind: "grant", micros: 1_000_000_000 }],
  [money, "0.0000001", { wrong: "Answer yes to grant as much again, or a number of dollars." }],
  [tokens, "1", { kind: "grant", tokens: 1 }],
  [tokens, "many", { wrong: "Answer yes to grant as much again, or a number of tokens." }],
])("the least of %o is one: %j means %j", (wait, typed, answer) => {
  expect(budgetWords(wait).parse(typed)).toEqual(answer);
});
