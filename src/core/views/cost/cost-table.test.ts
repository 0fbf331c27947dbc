import { expect, test } from "vitest";
import type { AttemptLine } from "./attempts.ts";
import { costNames, spendingBy, spendingOf } from "./cost.ts";
import { budgetLine, costSummary, costTable } from "./cost-table.ts";

const line: AttemptLine = {
  seq: 1,
  at: "2026-01-01T00:00:00.000Z",
  phase: "refinement",
  member: "ada",
  model: "acme/big",
  thread: "turn/refinement.1/1",
  ask: 1,
  attempt: 1,
  isRework: false,
  end: "used",
  tokens: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 50 },
  micros: 1_500_000,
};
const { micros: _, ...unpriced } = line;

test("what is certain comes first, and what is not says why", () => {
  const lines = [
    { ...line, saved: -20_000 },
    { ...line, isRework: true },
    { ...line, end: "under way" as const },
    { ...line, end: "unconfirmed" as const },
  ];
  expect(costSummary(lines)).toEqual([
    "  Spent                  $3.00  (2 requests, 2,100 tokens)",
    "  Of this, done again    $1.50  (1 request, 1,050 tokens)",
    "  Under way              $1.50  (1 request, 1,050 tokens at most)",
    "  Unconfirmed            $1.50  (1 request, 1,050 tokens at most: Huddle does not know what it used)",
    "  Together               $6.00  (4 requests, 4,200 tokens)",
    "  Caching saved          -$0.02",
  ]);
});

test("unknown prices are counted and named; a scripted team is called that", () => {
  expect(costSummary([line, unpriced, unpriced])).toContain(
    "  ? is an unknown price: 2 requests to acme/big",
  );
  expect(costSummary([{ ...line, model: "rehearsal/calculator", micros: 0 }])).toEqual([
    "  Spent                  $0.00  (1 request, 1,050 tokens)",
    "  1 request went to a scripted team, which costs nothing",
  ]);
});

test("empty columns are left out", () => {
  const lines = [line, { ...unpriced, member: "bo" }];
  expect(costTable("member", spendingBy(lines, costNames.member), spendingOf(lines))).toEqual([
    "",
    "By member  requests  input  output      spent",
    "ada               1  1,000      50      $1.50",
    "bo                1  1,000      50          ?",
    "all               2  2,000     100  $1.50 + ?",
  ]);
});

test("a row adds up from left to right, and the last one from top to bottom", () => {
  const lines = [
    { ...line, isRework: true },
    { ...line, end: "unconfirmed" as const },
    { ...line, member: "bo" },
  ];
  const shares = spendingBy(lines, costNames.member);
  expect(costTable("member", shares, spendingOf(lines)).slice(1)).toEqual([
    "By member  requests  input  output  spent  of it again  not sure  together",
    "ada               2  1,000      50  $1.50        $1.50     $1.50     $3.00",
    "bo                1  1,000      50  $1.50",
    "all               3  2,000     100  $3.00        $1.50     $1.50     $4.50",
  ]);
});

test("what is left of a budget is what is neither used nor reserved", () => {
  const micros = (dollars: number) => ({ micros: dollars * 1_000_000 });
  expect(budgetLine({ key: "session", cap: micros(5), used: micros(1.5), left: micros(3.5) })).toBe(
    "  Budget of the session  $5.00: $1.50 used or reserved, $3.50 left",
  );
});

test("a model's name cannot steer the terminal", () => {
  const lines = [{ ...line, model: "acme/\u001b[31mred" }];
  expect(costTable("model", spendingBy(lines, costNames.model), spendingOf(lines)).join("\n")).not.toContain(
    "\u001b",
  );
});
