import { describe, expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { instant, Past } from "../../../test/support/past.ts";
import { seat } from "../../../test/support/plans.ts";
import { Fault } from "../../core/fault.ts";
import { budgetWith, checkPrices, setBudget } from "./set-budget.ts";

const price = { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 };
const priced = () => price;
const unpriced = () => undefined;
const seats = [
  { ...seat("ada"), model: "acme/big" },
  { ...seat("bo"), model: "home/small" },
];

describe("what a person wishes on the command line", () => {
  const before = { session: { micros: 9, tokens: 9 }, task: { micros: 5, tokens: 5 }, seat: { micros: 5 } };

  test("is all that the session may spend; tasks and members keep theirs", () => {
    expect(budgetWith(before, { micros: 1 }, seats, priced)).toEqual({ ...before, session: { micros: 1 } });
    expect(budgetWith(before, { tokens: 1 }, seats, priced)).toEqual({ ...before, session: { tokens: 1 } });
    expect(budgetWith(undefined, { tokens: 1 }, seats, unpriced)).toEqual({ session: { tokens: 1 } });
    expect(budgetWith(before, {}, seats, priced)).toBe(before);
  });

  test("in tokens, with a model that has no price, sets aside every budget in money", () => {
    expect(budgetWith(before, { tokens: 1 }, seats, unpriced)).toEqual({
      session: { tokens: 1 },
      task: { tokens: 5 },
    });
  });

  test("becomes an event, once", async () => {
    const log = new MemoryLog(() => instant(1));
    const past = Past.opened({ policy: { budget: { task: { micros: 5 } } } });
    log.facts.push(...past.facts);
    log.state = past.state;
    for (const _ of [1, 2]) await setBudget(log.journal(), { micros: 2_500_000 }, priced);
    expect(log.types()).toEqual(["session.opened", "policy.changed"]);
    expect(log.facts[1]).toMatchObject({ actor: "human", event: { why: "--budget $2.50" } });
    expect(log.state.session.policy.budget).toEqual({ session: { micros: 2_500_000 }, task: { micros: 5 } });
  });
});

describe("a budget in money with a model that has no price", () => {
  const price = (model: string) => (model === "acme/big" ? priced() : undefined);

  test("is refused before anything is asked, naming who, and offering tokens", () => {
    const check = () => checkPrices({ session: { micros: 5_000_000 } }, seats, price, "huddle run");
    expect(check).toThrow(Fault);
    expect(check).toThrow(/\$5\.00 for the session.*\n {2}home\/small \(bo\)\n.*huddle run --token-budget/);
  });

  test("is fine in tokens, without a budget, and with prices", () => {
    checkPrices({ session: { tokens: 5 } }, seats, price, "");
    checkPrices(undefined, seats, price, "");
    checkPrices({ session: { micros: 5 } }, seats, priced, "");
  });

  test("a name that stands for no model yet is skipped", () => {
    checkPrices({ session: { micros: 5 } }, [{ ...seat("ada"), model: "strong" }], unpriced, "");
  });
});
