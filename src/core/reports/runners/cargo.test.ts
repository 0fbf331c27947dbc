import { expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { cargoReader } from "./cargo.ts";

function read(...lines: string[]) {
  const reader = cargoReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const printed = (...lines: string[]) =>
  read("test a ... FAILED", "failures:", "", "---- a stdout ----", ...lines, "", "failures:", "    a")
    .named[0];

test("tests are told with the file of their binary, and each binary for itself", () => {
  expect(
    read(
      "     Running unittests src/lib.rs (target/debug/deps/calc)",
      "running 2 tests",
      "test tests::sums::odd ... FAILED",
      "test tests::even ... ok",
      "test tests::panics - should panic ... FAILED",
      "---- tests::sums::odd stdout ----",
      "of lib",
      "test result: FAILED. 1 passed; 2 failed; 0 ignored",
      "     Running tests/it.rs (target/debug/deps/it)",
      "running 1 test",
      "test tests::sums::odd ... FAILED",
      "   Doc-tests calc",
      "test src/lib.rs - add (line 2) ... FAILED",
    ),
  ).toEqual({
    named: [
      { test: "odd", suite: "tests > sums", file: "src/lib.rs", message: "of lib" },
      { test: "panics", suite: "tests", file: "src/lib.rs" },
      { test: "odd", suite: "tests > sums", file: "tests/it.rs" },
      { test: "src/lib.rs - add (line 2)", file: "doc-tests of calc" },
    ],
    more: 0,
    counts: undefined,
  });
});

test("a process that ended before its tests is told as its file, with the tests that it named", () => {
  const running = ["     Running unittests src/lib.rs (x)", "running 2 tests"];
  const died = "error: test failed, to rerun pass `--lib`";
  const file = { test: wholeFile, file: "src/lib.rs", message: "the process ended before its tests did" };
  expect(read(...running, died).named).toEqual([file]);
  expect(read("running 1 test", died, died).named).toEqual([{ test: wholeFile, message: file.message }]);
  expect(read(...running, "test a ... FAILED", died).named).toEqual([
    file,
    { test: "a", file: "src/lib.rs" },
  ]);
  expect(read(...running, "test result: FAILED. 0 passed; 0 failed", died).named).toEqual([]);
  expect(read(died).named).toEqual([]);
  expect(read(...running, "     Running tests/it.rs (x)", died).named).toEqual([]);
});

test("what a test printed ends at the list of failures, and at the end of its binary", () => {
  expect(printed("one", "two")?.message).toBe("one\ntwo");
  const block = ["running 1 test", "test a ... FAILED", "---- a stdout ----", "one"];
  expect(read(...block, "     Running tests/it.rs (x)", "printed", "test a ... FAILED").named).toEqual([
    { test: "a", message: "one" },
    { test: "a", file: "tests/it.rs" },
  ]);
});

test("what a test panicked with is its message", () => {
  expect(
    printed("before", "thread 'a' panicked at src/lib.rs:4:5:", "one", "two", "stack backtrace:", "   0: x"),
  ).toEqual({ test: "a", place: "src/lib.rs:4:5", message: "one\ntwo" });
  expect(printed("note: this was printed", "thread 'a' panicked at src/lib.rs:4:5:", "one")).toEqual({
    test: "a",
    place: "src/lib.rs:4:5",
    message: "one",
  });
  expect(printed("thread 'a' panicked at 'old words', src/lib.rs:4:5", "note: run")).toEqual({
    test: "a",
    place: "src/lib.rs:4:5",
    message: "old words",
  });
  expect(printed("note: test did not panic as expected at src/lib.rs:16:32")).toEqual({
    test: "a",
    place: "src/lib.rs:16:32",
    message: "note: test did not panic as expected at src/lib.rs:16:32",
  });
  expect(printed("note: the first at src/a.rs:1:1", "note: the second at src/b.rs:2:2")?.place).toBe(
    "src/a.rs:1:1",
  );
});

test("a run that is cut off behind a panic has told all of it", () => {
  const lines = [
    "test a ... FAILED",
    "---- a stdout ----",
    "thread 'a' panicked at src/lib.rs:4:5:",
    "one",
    "two",
  ];
  expect(read(...lines).named).toEqual([{ test: "a", place: "src/lib.rs:4:5", message: "one\ntwo" }]);
});

test("of more failing tests than are kept in a binary, the rest is counted", () => {
  const many = Array.from({ length: 1002 }, (_, index) => `test t${index} ... FAILED`);
  expect(read(...many)).toMatchObject({ named: { length: 1000 }, more: 2 });
});
