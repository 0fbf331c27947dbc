import { expect, test } from "vitest";
import { phpunitReader } from "./phpunit.ts";

function read(...lines: string[]) {
  const reader = phpunitReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}

test("errors and failures are told with class, place and message; what is skipped or risky is not", () => {
  expect(
    read(
      "1) Before::it",
      "There was 1 error:",
      "",
      "1) App\\CalcTest::testBoom",
      "TypeError: boom",
      "",
      "/usr/share/php/x.php:9",
      "tests/CalcTest.php:6",
      "tests/other.php:7",
      "",
      "--",
      "There were 2 failures:",
      "",
      '1) CalcTest::testData with data set "a::b" (2)',
      "Failed asserting",
      "",
      "2) CalcTest::testLast",
      "no place",
      "There was 1 risky test:",
      "1) CalcTest::testRisky",
      "FAILURES!",
      "2) CalcTest::after",
    ),
  ).toEqual({
    named: [
      {
        test: "testBoom",
        suite: "App\\CalcTest",
        file: "tests/CalcTest.php",
        place: "tests/CalcTest.php:6",
        message: "TypeError: boom",
      },
      { test: 'testData with data set "a::b" (2)', suite: "CalcTest", message: "Failed asserting" },
      { test: "testLast", suite: "CalcTest", message: "no place" },
    ],
    more: 0,
    counts: undefined,
  });
});

test.each(["--", "ERRORS!", "FAILURES!", "There were 3 skipped tests:"])("%s ends the list", (line) => {
  const lines = ["There was 1 failure:", "1) A::b", "no", line, "more", "2) A::c"];
  expect(read(...lines).named).toEqual([{ test: "b", suite: "A", message: "no" }]);
});

test("what stands between two lists belongs to none, and a list may be cut off", () => {
  const errors = ["There was 1 error:", "1) A::a", "no"];
  expect(read(...errors, "There was 1 failure:", "stray", "1) B::b", "oh").named).toEqual([
    { test: "a", suite: "A", message: "no" },
    { test: "b", suite: "B", message: "oh" },
  ]);
  expect(read(...errors).named).toEqual([{ test: "a", suite: "A", message: "no" }]);
});
