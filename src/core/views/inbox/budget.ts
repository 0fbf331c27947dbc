import type { BudgetAnswer, BudgetWait } from "../../decide/waits/budget.ts";
import { isYes, type WaitWords, type Wrong } from "./wait-words.ts";

const units = {
  money: { name: "dollars", example: { kind: "grant", micros: 5_000_000 }, blank: "micros" },
  tokens: { name: "tokens", example: { kind: "grant", tokens: 500_000 }, blank: "tokens" },
} as const;

export function budgetWords(wait: BudgetWait): WaitWords<BudgetAnswer> {
  const { name, example, blank } = units[wait.unit];
  return {
    title: "A budget is used up",
    text: () => wait.why,
    asked: wait.why,
    next: "a budget is used up; yes grants as much again",
    offers: [
      { answer: { kind: "grant-again" }, label: "yes (as much again)", typed: "yes" },
      { answer: example, label: `a number of ${name}`, typed: `<${name}>`, blank },
    ],
    parse: (typed) => parseBudget(wait, typed),
  };
}

/** A number means dollars or tokens, whichever is used up: `$2.50`, `50_000`. */
function parseBudget({ unit }: BudgetWait, typed: string): BudgetAnswer | Wrong {
  if (isYes(typed)) return { kind: "grant-again" };
  const number = Number(typed.replace(/[$,_]/g, ""));
  const amount = Math.round(unit === "money" ? number * 1_000_000 : number);
  if (!(amount > 0))
    return { wrong: `Answer yes to grant as much again, or a number of ${units[unit].name}.` };
  return unit === "money" ? { kind: "grant", micros: amount } : { kind: "grant", tokens: amount };
}
