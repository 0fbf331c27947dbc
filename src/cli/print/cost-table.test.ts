import { expect, test } from "vitest";
import type { AttemptLine } from "../../core/views/cost/attempts.ts";
import { costNames, spendingBy } from "../../core/views/cost/cost.ts";
import { costSummary, costTable } from "./cost-table.ts";

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
    "  Under way              $1.50  (1 request, 1,050 tokens at most)",
    "  Unconfirmed            $1.50  (1 request, 1,050 tokens at most: Huddle does not know what it used)",
    "  Of this, done again    $1.50  (1 request, 1,050 tokens)",
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
  const shares = spendingBy([line, { ...unpriced, member: "bo" }], costNames.member);
  expect(costTable("member", shares)).toEqual([
    "",
    "By member  requests  input  output  spent",
    "ada               1  1,000      50  $1.50",
    "bo                1  1,000      50      ?",
  ]);
});

test("a model's name cannot steer the terminal", () => {
  const shares = spendingBy([{ ...line, model: "acme/\u001b[31mred" }], costNames.model);
  expect(costTable("model", shares).join("\n")).not.toContain("\u001b");
});
