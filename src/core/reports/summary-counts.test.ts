import { expect, test } from "vitest";
import { readTests } from "./runners/read-tests.ts";

test.each([
  [
    "TAP of node",
    "# tests 7\n# suites 0\n# pass 5\n# fail 1\n# cancelled 1\n# skipped 0\n",
    { passed: 5, failed: 2 },
  ],
  [
    "the spec reporter of node",
    "ℹ tests 5\nℹ suites 1\nℹ pass 5\nℹ fail 0\nℹ cancelled 0\n",
    { passed: 5, failed: 0 },
  ],
  [
    "tape, which says nothing of failures when there are none",
    "# tests 3\n# pass  3\n\n# ok\n",
    { passed: 3, failed: 0 },
  ],
  [
    "jest",
    "Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 skipped, 5 passed, 8 total\n",
    { passed: 5, failed: 1, skipped: 2 },
  ],
  ["vitest", " Test Files  1 passed (1)\n      Tests  1 failed | 5 passed (6)\n", { passed: 5, failed: 1 }],
  [
    "tap-spec",
    "  total:     84\n  passing:   68\n  failing:   16\n  duration:  179ms\n",
    { passed: 68, failed: 16 },
  ],
  ["two runs in one check", "# pass 2\n# fail 0\nlater\n# pass 3\n# fail 1\n", { passed: 5, failed: 1 }],
])("%s", (_, output, counts) => {
  expect(readTests(output).counts).toEqual(counts);
});

test("what is no summary is not counted", () => {
  expect(readTests("").counts).toBeUndefined();
  expect(
    readTests("all tests pass 3 times\n  # pass 3 is in a comment\nTests are good\n").counts,
  ).toBeUndefined();
});

test("a number that no run can have is bounded, so that the fact stays valid", () => {
  const counts = readTests(
    "Tests: 99999999999999999999999 failed, 3 passed (3)\n2 examples, 9 failures\n",
  ).counts;
  expect(counts).toEqual({ passed: 0, failed: 10_000_000 });
});
