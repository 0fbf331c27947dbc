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

const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => `FAIL: test_a (t.A.test_a) (i=${at})`);

/** What unittest prints of so many tests. */
function unittest(ran: number, failed: string, ...heads: readonly string[]): string {
  const [double, single] = ["=".repeat(70), "-".repeat(70)];
  const blocks = heads.map((head) => `${double}\n${head}\n${single}\nAssertionError\n\n`).join("");
  return `${blocks}${single}\nRan ${ran} tests in 0.1s\n\nFAILED (${failed})\n`;
}

test.each<
  [what: string, output: string, counts: readonly [passed: number, failed: number, skipped?: number]]
>([
  [
    "node: cancelled is failed, and to do is skipped",
    "# pass 5\n# fail 1\n# cancelled 2\n# skipped 3\n# todo 4\n",
    [5, 3, 7],
  ],
  ["mocha", "  5 passing (12ms)\n  2 pending\n  3 failing\n", [5, 3, 2]],
  ["mocha without a time", "  5 passing\n  1 failing\n", [5, 1]],
  ["jest: to do is skipped", "Tests:  1 failed, 2 skipped, 3 todo, 4 passed, 10 total\n", [4, 1, 5]],
  ["vitest: to do is skipped", "      Tests  1 failed | 4 passed | 2 skipped | 3 todo (10)\n", [4, 1, 5]],
  [
    "pytest",
    "=== 1 failed, 20 passed, 300 skipped, 4000 xfailed, 50000 xpassed, 600000 errors in 1.54s ===\n",
    [50_020, 600_001, 4300],
  ],
  ["pytest -q with one error", "2 passed, 1 error in 0.5s\n", [2, 1]],
  ["pytest that runs nothing", "5 deselected in 0.01s\n", [0, 0]],
  ["cargo", "test result: FAILED. 2 passed; 3 failed; 1 ignored; 0 measured\n", [2, 3, 1]],
  ["rspec", "6 examples, 3 failures, 1 pending\n", [2, 3, 1]],
  ["rspec with one of each", "1 example, 1 failure\n", [0, 1]],
  ["phpunit", "Tests: 20, Assertions: 4, Errors: 1, Failures: 2, Skipped: 3, Incomplete: 4.\n", [10, 3, 7]],
  ["phpunit without a failure", "OK (5 tests, 7 assertions)\n", [5, 0]],
  ["phpunit with one test", "OK (1 test, 7 assertions)\n", [1, 0]],
  ["unittest", "Ran 5 tests in 0.001s\n\nOK\n", [5, 0]],
  ["unittest with one test", "Ran 1 test in 0.001s\n\nOK (skipped=1)\n", [0, 0, 1]],
  [
    "unittest that fails",
    "Ran 20 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=3, unexpected successes=4)\n",
    [10, 7, 3],
  ],
  ["unittest, in which parts of one test failed", "Ran 1 test in 0.1s\n\nFAILED (failures=4)\n", [0, 4]],
  ["unittest, in which one test of 20 failed in 5 parts", unittest(20, "failures=5", ...parts(5)), [19, 1]],
  [
    "unittest, in which a test failed and so did what clears up after it",
    unittest(3, "failures=1, errors=1", "FAIL: test_a (t.A.test_a)", "ERROR: test_a (t.A.test_a)"),
    [2, 1],
  ],
  [
    "unittest before Python 3.11, which names no method at the end: tests of two classes are two",
    unittest(
      5,
      "failures=3",
      "FAIL: test_a (t.A) (i=0)",
      "FAIL: test_a (t.A) [x] (i=1)",
      "FAIL: test_a (t.B)",
    ),
    [3, 2],
  ],
  [
    "unittest, in which a class could not be prepared, so that its tests did not run",
    unittest(4, "errors=1", "ERROR: setUpClass (t.A)"),
    [4, 1],
  ],
  [
    "unittest, two runs of which fail alike",
    unittest(2, "failures=2", ...parts(2)) + unittest(2, "failures=2", ...parts(2)),
    [2, 2],
  ],
  [
    "unittest, where a test prints what looks like a head",
    `FAIL: test_a (t.A.test_a)\nFAIL: test_a (t.A.test_a)\n${unittest(4, "failures=2", ...parts(1), "FAIL: test_b (t.A.test_b)")}`,
    [2, 2],
  ],
  ["unittest, which counts once", "Ran 2 tests in 0.1s\nOK\nOK\n", [2, 0]],
  ["two runners", "Ran 2 tests in 0.1s\nOK\n3 examples, 1 failure\n  4 passing (1s)\n", [8, 1]],
])("all that a summary counts is counted: %s", (_, output, [passed, failed, skipped]) => {
  expect(readTests(output).counts).toEqual({ passed, failed, ...(skipped !== undefined && { skipped }) });
});

test("the lines of a summary belong to the one above them that counts what passed", () => {
  expect(readTests("# fail 3\n  2 failing\n").counts).toBeUndefined();
  expect(readTests("# pass 2\n# fail 1\nTests are good\n# fail 3\n").counts).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(readTests("# pass 2\nprinted\n# fail 1\n").counts).toEqual({ passed: 2, failed: 1 });
});

test("what only looks like the end of a run of unittest is none", () => {
  expect(readTests("OK\nFAILED (failures=1)\n").counts).toBeUndefined();
  expect(readTests("Ran 3 tests in 0.1s\n").counts).toBeUndefined();
  expect(readTests("Ran 3 tests in 0.1s\nOK then\n").counts).toBeUndefined();
});
