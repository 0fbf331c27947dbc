import { expect, test } from "vitest";
import { unittestReader } from "./unittest.ts";

function read(...lines: string[]) {
  const reader = unittestReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const [double, single] = ["=".repeat(70), "-".repeat(70)];
const block = (head: string, ...lines: string[]) => [double, head, single, ...lines];

test("each failing test is told with its class, its file, its last place and what it says", () => {
  expect(
    read(
      ...block(
        "FAIL: test_a (t.Calc.test_a)",
        "Traceback (most recent call last):",
        '  File "test_calc.py", line 7, in test_a',
        "    self.assertEqual(f(), 2)",
        '  File "calc.py", line 3, in f',
        "    return g()",
        '  File "/usr/lib/python3/x.py", line 9, in g',
        "    raise ValueError",
        "ValueError: one",
        "two",
        "",
      ),
      ...block("ERROR: test_b (t.Calc) (n=0)", "AssertionError: no"),
      single,
      "Ran 2 tests in 0.001s",
      "after it",
    ),
  ).toEqual({
    named: [
      {
        test: "test_a",
        suite: "t.Calc",
        file: "test_calc.py",
        place: "calc.py:3",
        message: "ValueError: one\ntwo",
      },
      { test: "test_b (n=0)", suite: "t.Calc", message: "AssertionError: no" },
    ],
    more: 0,
    counts: undefined,
  });
});

test("the method at the end of a class is left out, also where the test has parts", () => {
  const suite = (head: string) => read(...block(head)).named[0]?.suite;
  expect(suite("FAIL: test_a (t.Calc.test_a) (n=0)")).toBe("t.Calc");
  expect(suite("FAIL: test_a (t.Calc.not_test_a)")).toBe("t.Calc.not_test_a");
  expect(suite("FAIL: test_a (t.Calc.test_a.more)")).toBe("t.Calc.test_a.more");
});

test("a head stands below a rule, and nowhere else", () => {
  expect(read("FAIL: test_a (t.Calc)", single, "no").named).toEqual([]);
  expect(read(double, "", "FAIL: test_a (t.Calc)").named).toEqual([]);
  expect(read(...block("FAIL: test_a (t.Calc)", "no", "FAIL: test_b (t.Calc)")).named).toEqual([
    { test: "test_a", suite: "t.Calc", message: "no\nFAIL: test_b (t.Calc)" },
  ]);
  expect(read(...block("FAIL: test_a", "no")).named).toEqual([]);
});

test("a block ends at the next rule, and where the tests are counted", () => {
  expect(read(...block("FAIL: test_a (t.Calc)", "one"), double, "two").named).toMatchObject([
    { message: "one" },
  ]);
  expect(read(...block("FAIL: test_a (t.Calc)", "one"), "Ran 1 test in 0.1s", "two").named).toMatchObject([
    { message: "one" },
  ]);
});
