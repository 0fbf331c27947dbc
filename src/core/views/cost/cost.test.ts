import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptLine } from "./attempts.ts";
import { costNames, type Spending, type Sum, spendingBy, spendingOf } from "./cost.ts";

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
  tokens: { input: 10, cacheRead: 20, cacheWrite: 30, output: 5 },
  micros: 100,
};
const { micros: _, ...unpriced } = line;

test("spent, put aside and unconfirmed are apart, and rework is counted beside them", () => {
  const spending = spendingOf([
    { ...line, saved: -7 },
    { ...line, isRework: true, saved: 40 },
    { ...line, end: "not charged", tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }, micros: 0 },
    { ...line, end: "under way", micros: 900 },
    { ...line, end: "unconfirmed", micros: 800, isRework: true },
  ]);
  expect(spending).toEqual({
    requests: 5,
    tokens: { input: 20, cacheRead: 40, cacheWrite: 60, output: 10 },
    spent: { requests: 3, tokens: 130, micros: 200, unknown: 0 },
    reserved: { requests: 1, tokens: 65, micros: 900, unknown: 0 },
    unconfirmed: { requests: 1, tokens: 65, micros: 800, unknown: 0 },
    all: { requests: 5, tokens: 260, micros: 1900, unknown: 0 },
    rework: { requests: 1, tokens: 65, micros: 100, unknown: 0 },
    saved: 33,
  });
});

test("what has no price is counted as unknown, wherever it stands", () => {
  const { spent, reserved, unconfirmed } = spendingOf([
    line,
    unpriced,
    { ...unpriced, end: "under way" },
    { ...unpriced, end: "unconfirmed" },
  ]);
  expect([spent, reserved, unconfirmed].map(({ micros, unknown }) => ({ micros, unknown }))).toEqual([
    { micros: 100, unknown: 1 },
    { micros: 0, unknown: 1 },
    { micros: 0, unknown: 1 },
  ]);
});

test("shares stand in the order in which they came up, and talk is no task", () => {
  const lines = [
    line,
    { ...line, task: "t2", member: "bo", phase: "implementation" as const },
    { ...line, task: "t1", model: "acme/small", phase: "implementation" as const },
  ];
  const names = (by: keyof typeof costNames) => spendingBy(lines, costNames[by]).map(({ name }) => name);
  expect(names("task")).toEqual(["talk", "t2", "t1"]);
  expect(names("member")).toEqual(["ada", "bo"]);
  expect(names("phase")).toEqual(["refinement", "implementation"]);
  expect(names("model")).toEqual(["acme/big", "acme/small"]);
});

const anyLine: fc.Arbitrary<AttemptLine> = fc
  .record({
    phase: fc.constantFrom(undefined, "refinement" as const, "implementation" as const),
    task: fc.constantFrom(undefined, "t1", "t2"),
    member: fc.constantFrom("ada", "bo", "coach"),
    model: fc.constantFrom("acme/big", "acme/small"),
    isRework: fc.boolean(),
    end: fc.constantFrom(
      "used" as const,
      "not charged" as const,
      "unconfirmed" as const,
      "under way" as const,
    ),
    tokens: fc.record({ input: fc.nat(9), cacheRead: fc.nat(9), cacheWrite: fc.nat(9), output: fc.nat(9) }),
    micros: fc.option(fc.nat(999), { nil: undefined }),
    saved: fc.option(fc.integer({ min: -99, max: 99 }), { nil: undefined }),
  })
  .map(({ task, micros, saved, ...more }) => ({
    ...unpriced,
    ...more,
    ...(task !== undefined && { task }),
    ...(micros !== undefined && { micros }),
    ...(saved !== undefined && { saved }),
  }));

/** Every number of a spending, by its path. */
function numbersOf(part: object, path = ""): Record<string, number> {
  return Object.assign(
    {},
    ...Object.entries(part).map(([name, value]) =>
      typeof value === "number" ? { [path + name]: value } : numbersOf(value, `${path}${name}.`),
    ),
  );
}

function added<T extends object>(parts: readonly T[]): Record<string, number> {
  const sums = numbersOf(spendingOf([]));
  for (const part of parts)
    for (const [name, value] of Object.entries(numbersOf(part))) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

test("whatever was asked, each number of the whole is the sum of its parts, by every name", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      const whole = spendingOf(lines);
      for (const nameOf of Object.values(costNames))
        expect(added(spendingBy(lines, nameOf).map(({ spending }) => spending))).toEqual(numbersOf(whole));
      const { spent, reserved, unconfirmed, all, rework, tokens } = whole satisfies Spending;
      for (const unit of ["requests", "tokens", "micros", "unknown"] satisfies (keyof Sum)[]) {
        expect(spent[unit] + reserved[unit] + unconfirmed[unit]).toBe(all[unit]);
        expect(rework[unit]).toBeLessThanOrEqual(spent[unit]);
      }
      expect(all.requests).toBe(whole.requests);
      expect(tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.output).toBe(spent.tokens);
    }),
  );
});
