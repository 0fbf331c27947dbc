import { expect, test } from "vitest";
import { accountName, budgetText, capText, counted, grouped, moneyText, signed } from "./money-text.ts";

test("what has no price is a question mark, never nothing", () => {
  const sum = { micros: 1_250_000, requests: 3, unknown: 0 };
  expect(moneyText(sum)).toBe("$1.25");
  expect(moneyText({ ...sum, unknown: 1 })).toBe("$1.25 + ?");
  expect(moneyText({ micros: 0, requests: 3, unknown: 3 })).toBe("?");
  expect(moneyText({ micros: 0, requests: 3, unknown: 0 })).toBe("$0.00");
  expect(moneyText({ micros: 0, requests: 3, unknown: 1 })).toBe("$0.00 + ?");
});

test("small sums keep their digits, and the sign stands first", () => {
  expect(signed(1_234)).toBe("$0.0012");
  expect(signed(-1_234)).toBe("-$0.0012");
  expect(signed(-2_500_000)).toBe("-$2.50");
});

test("numbers are grouped the same way everywhere", () => {
  expect([0, 999, 1000, 1_234_567].map(grouped)).toEqual(["0", "999", "1,000", "1,234,567"]);
  expect(counted(1, "request")).toBe("1 request");
  expect(counted(2000, "reply", "replies")).toBe("2,000 replies");
});

test("budgets in plain words", () => {
  expect(capText({ micros: 5_000_000, tokens: 2_000_000 })).toBe("$5.00 and 2,000,000 tokens");
  expect(["session", "task:t3", "seat:ada"].map(accountName)).toEqual(["the session", "task t3", "ada"]);
  expect(budgetText({ session: { micros: 5_000_000 }, task: { tokens: 9 }, seat: { micros: 1 } })).toBe(
    "$5.00 in all, 9 tokens for a task, $0.000001 for a member",
  );
});

test("no budget is told as that, and one alone as one", () => {
  expect(budgetText({})).toBe("none, so nothing limits what it spends");
  expect(budgetText({ task: { tokens: 9 } })).toBe("9 tokens for a task");
});
