import { expect, test } from "vitest";
import type { TrialRun } from "../../ports/check-run.ts";
import { trialLines, trialSummary, troubleOf } from "./trial-lines.ts";

const green: TrialRun = { name: "test", command: "npm test", exit: 0, ms: 2_600 };
const red: TrialRun = {
  ...green,
  exit: 1,
  ms: 75_000,
  counts: { passed: 3, failed: 1 },
  failing: [{ test: "adds", file: "a.test.js" }],
};
const broken: TrialRun = {
  ...green,
  name: "lint",
  command: "ruff",
  exit: 127,
  ms: 9,
  broken: "ruff: not found",
};

test.each<[name: string, run: TrialRun, lines: readonly string[]]>([
  ["green, and no test was counted", green, ["✓ test (npm test): 3 s"]],
  [
    "green, with one test",
    { ...green, counts: { passed: 1, failed: 0 } },
    ["✓ test (npm test): 3 s, 1 test passes"],
  ],
  [
    "green at once",
    { ...green, ms: 999, name: "npm test", counts: { passed: 4, failed: 0 } },
    ["✓ npm test: less than 1 s, 4 tests pass"],
  ],
  ["red", red, ["✗ after 1 min 15 s: test (npm test) exits with 1; one test fails:", "    a.test.js: adds"]],
  [
    "ended by the time-out",
    { ...green, exit: null },
    ["✗ after 3 s: test (npm test) was ended and names no failing test"],
  ],
  ["not started", broken, ["✗ after less than 1 s: lint (ruff) cannot start: ruff: not found"]],
])("a check that is %s", (_, run, lines) => {
  expect(trialLines(run)).toEqual(lines);
});

test.each<[runs: readonly TrialRun[], words: string]>([
  [[green], "Everything passes on commit 0123abcd."],
  [[green, red], "test is red on commit 0123abcd, before anybody began. A team may start"],
  [[red, { ...red, name: "other" }], "test and other are red on commit"],
  [
    [{ ...red, name: "set-up", counts: undefined, failing: [] }],
    "Set-up fails on commit 0123abcd, and without it no check can run.",
  ],
  [
    [red, broken],
    "lint cannot start here. Install what is missing, or change .huddle/team.json; then try again.",
  ],
])("%j is summed up", (runs, words) => {
  expect(trialSummary({ commit: "0123abcdef", runs })).toContain(words);
});

test("what cannot start is not called red", () => {
  expect(troubleOf([green, red, broken])).toEqual({ broken: ["lint"], red: ["test"] });
});
