import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { Policy } from "../terms/policy.ts";
import { accountKey, baseCapOf, budgetInForce, capOf, dollars, leftOf, overBudget } from "./budget.ts";

const budget = {
  session: { micros: 100, tokens: 10 },
  task: { tokens: 5 },
  seat: { micros: 50 },
} satisfies Policy["budget"];

/** The session has used 4 tokens for 40 millionths. */
function spent(given: Policy["budget"] = budget): Past {
  const past = Past.opened({ policy: { budget: given } });
  past.enters("refinement");
  const loop = past.turnStarts("turn/1", "ada");
  const { seq } = past.asks(loop);
  past.harness({
    type: "model.replied",
    asked: seq,
    loop,
    ask: 1,
    text: "",
    calls: [],
    finish: "stop",
    usage: { input: 3, output: 1 },
    micros: 40,
  });
  return past;
}

describe("an attempt is over budget", () => {
  const over = (keys: string[], input: number, micros?: number, given: Policy["budget"] = budget) =>
    overBudget(spent(given).state, keys, { input, output: 1, ...(micros !== undefined && { micros }) });

  test("when what it may cost is more than what is left, and not when it is all of that", () => {
    expect(over(["session"], 5, 60)).toBeUndefined();
    expect(over(["session"], 5, 61)).toEqual({
      scope: "session",
      unit: "money",
      why: "The session may spend $0.0001; $0.000040 are spent or reserved, and the next request may cost $0.000061.",
    });
    expect(over(["session"], 6, 60)).toEqual({
      scope: "session",
      unit: "tokens",
      why: "The session may use 10 tokens; 4 are used or reserved, and the next request may need 7.",
    });
  });

  test("of the account that has too little, whichever it is", () => {
    expect(over(["session", "task:t1", "seat:ada"], 4, 10)).toBeUndefined();
    expect(over(["session", "task:t1", "seat:ada"], 4, 11)).toMatchObject({
      scope: "seat:ada",
      unit: "money",
    });
    expect(over(["session", "task:t1", "seat:bo"], 5, 50)).toMatchObject({
      scope: "task:t1",
      why: expect.stringMatching(/^Task t1 may use 5 tokens; 0 are/),
    });
    expect(over(["task:t1", "seat:ada"], 99, 99, { session: budget.session })).toBeUndefined();
  });

  test("when it has no price and money is all that may be spent", () => {
    expect(over(["seat:bo"], 1)).toEqual({
      scope: "seat:bo",
      unit: "money",
      why: "bo has a budget in money, and no price is known for this model. Give it a budget in tokens instead.",
    });
    expect(over(["task:t1"], 1)).toBeUndefined();
  });
});

describe("a cap", () => {
  test("is the policy's for its kind, and what was granted comes on top of the units it has", () => {
    const past = spent();
    expect(["session", "task:t1", "seat:ada"].map((key) => baseCapOf(past.state, key))).toEqual([
      budget.session,
      budget.task,
      budget.seat,
    ]);
    past.human({ type: "budget.granted", scope: "task", id: "t1", micros: 7, tokens: 2, why: "" });
    past.human({ type: "budget.granted", scope: "seat", id: "ada", micros: 7, tokens: 2, why: "" });
    expect(capOf(past.state, "task:t1")).toStrictEqual({ tokens: 7 });
    expect(capOf(past.state, "seat:ada")).toStrictEqual({ micros: 57 });
    expect(capOf(past.state, "seat:bo")).toStrictEqual({ micros: 50 });
    expect(capOf(spent({}).state, "session")).toBeUndefined();
  });

  test("what is left of it, below zero too; of none, nothing is told", () => {
    const past = spent({ session: { micros: 30, tokens: 10 }, task: {}, seat: { tokens: 4 } });
    expect(leftOf(past.state, "session")).toEqual({
      key: "session",
      cap: { micros: 30, tokens: 10 },
      used: { micros: 40, tokens: 4 },
      left: { micros: -10, tokens: 6 },
    });
    expect(leftOf(past.state, "seat:ada")?.left).toStrictEqual({ tokens: 0 });
    expect(leftOf(past.state, "seat:bo")?.left).toStrictEqual({ tokens: 4 });
    expect(leftOf(spent({ seat: { micros: 41 } }).state, "seat:ada")?.left).toStrictEqual({ micros: 1 });
    expect(leftOf(past.state, "task:t1")).toBeUndefined();
    expect(leftOf(spent({}).state, "session")).toBeUndefined();
  });

  test("all of them, with what was granted to the session", () => {
    const past = spent();
    past.human({ type: "budget.granted", scope: "session", tokens: 5, why: "" });
    past.human({ type: "budget.granted", scope: "task", id: "t1", tokens: 5, why: "" });
    expect(budgetInForce(past.state)).toEqual({ ...budget, session: { micros: 100, tokens: 15 } });
    expect(budgetInForce(spent({ task: { tokens: 5 } }).state)).toStrictEqual({ task: { tokens: 5 } });
  });
});

test("an account is the session's, or names whose it is", () => {
  expect([accountKey("session", "x"), accountKey("task", "t1"), accountKey("seat", undefined)]).toEqual([
    "session",
    "task:t1",
    "seat:",
  ]);
});

test("small sums have enough digits not to look like zero", () => {
  expect([0, 1, 99, 100, 9_999, 10_000, 1_234_567, 10_000_000_000].map(dollars)).toEqual([
    "$0.00",
    "$0.000001",
    "$0.000099",
    "$0.0001",
    "$0.0100",
    "$0.01",
    "$1.23",
    "$10000.00",
  ]);
});
