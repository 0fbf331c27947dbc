import { expect, test } from "vitest";
import { printedTest } from "./printed-test.ts";

const how = (output: string, name = "doubles zero") => printedTest(output, name)?.how;

test.each([
  ["TAP", "ok 4 - doubles zero"],
  ["node", "✔ doubles zero (0.52ms)"],
  ["vitest", " ✓ src/twice.test.ts > twice > doubles zero 2ms"],
  ["jest", "    ✓ doubles zero (2 ms)"],
  ["pytest", "test/test_twice.py::doubles zero PASSED                    [ 50%]"],
  ["unittest", "doubles zero (tests.Twice) ... ok"],
  ["cargo", "test tests::doubles zero ... ok"],
  ["go", "--- PASS: doubles zero (0.00s)"],
  ["rspec", "  doubles zero"],
  ["wide", "ok 4  -  doubles   zero"],
])("%s prints a test that passes", (_, line) => {
  expect(how(`before\n${line}\nafter\n`)).toBe("passes");
});

test.each([
  ["TAP", "not ok 4 - doubles zero"],
  ["node", "✖ doubles zero (0.52ms)"],
  ["vitest", " × src/twice.test.ts > twice > doubles zero 2ms"],
  ["pytest", "test_twice.py::doubles zero FAILED [ 50%]"],
  ["unittest", "doubles zero (tests.Twice) ... FAIL"],
  ["unittest that raises", "doubles zero (tests.Twice) ... ERROR"],
  ["unittest that raises, at the end", "ERROR: doubles zero (tests.Twice)"],
  ["cargo", "test tests::doubles zero ... FAILED"],
  ["go", "--- FAIL: doubles zero (0.00s)"],
])("%s prints a test that fails", (_, line) => {
  expect(how(`ok 1 - doubles zero\n${line}\n`)).toBe("fails");
});

test.each([
  ["TAP", "ok 4 - doubles zero # SKIP"],
  ["a TAP test to do", "ok 4 - doubles zero # TODO"],
  ["node", "﹣ doubles zero (0.1ms) # SKIP"],
  ["vitest", " ↓ src/a.test.ts > doubles zero"],
  ["pytest", "test_twice.py::doubles zero SKIPPED"],
  ["cargo", "test doubles zero ... ignored"],
  ["go", "--- SKIP: doubles zero (0.00s)"],
])("%s prints a test that was switched off", (_, line) => {
  expect(how(`# Subtest: doubles zero\n${line}\n`)).toBe("skipped");
});

test.each([
  ["another test whose name begins alike", "ok 4 - doubles zero twice"],
  ["another one that ends alike", "ok 4 - redoubles zero"],
  ["nothing of it", "ok 4 - doubles one"],
  ["nothing", ""],
])("%s is not this test", (_, line) => {
  expect(how(line)).toBeUndefined();
});

test.each([
  "doubles zero",
  "twice > doubles zero",
  "test/twice.test.js::doubles zero",
  "test/twice.test.js: doubles zero",
  "twice › doubles  zero",
])("it is named as %j", (name) => {
  expect(how("ok 4 - doubles zero", name)).toBe("passes");
});

test("a name with its own words for results is not taken at its word", () => {
  expect(how("ok 1 - skips what is ignored", "skips what is ignored")).toBe("passes");
  expect(how("ok 1 - FAIL is told", "FAIL is told")).toBe("passes");
});

test("too short a name is found anywhere, so it is not looked up", () => {
  expect(how("ok 1 - a", "a")).toBeUndefined();
});

test("of a failure one reads what follows, of all others the line", () => {
  expect(printedTest("not ok 1 - doubles zero\n  expected: 0\n  actual: 1\n", "doubles zero")).toEqual({
    how: "fails",
    lines: "not ok 1 - doubles zero\n  expected: 0\n  actual: 1",
  });
  expect(printedTest("a\n ok 1 - doubles zero\nb\n", "doubles zero")?.lines).toBe("ok 1 - doubles zero");
});
