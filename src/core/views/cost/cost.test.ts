import { expect, test } from "vitest";
import type { AttemptLine } from "./attempts.ts";
import { costNames, spendingBy, spendingOf } from "./cost.ts";

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
    rework: { requests: 2, tokens: 130, micros: 900, unknown: 0 },
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
