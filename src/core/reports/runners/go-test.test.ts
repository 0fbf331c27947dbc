import { describe, expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { goReader } from "./go-test.ts";

function read(...lines: string[]) {
  const reader = goReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const names = (...lines: string[]) =>
  read(...lines).named.map(({ file, suite, test: name }) => [file, suite, name].filter(Boolean).join(" "));
const messages = (...lines: string[]) => read(...lines).named.map(({ message }) => message);
const out = (of: string, text: string) =>
  JSON.stringify({ Time: "2026-11-17T22:11:57Z", Action: "output", Package: of, Output: `${text}\n` });

test("the package of tests stands in a line below them", () => {
  expect(
    names(
      "--- FAIL: TestA (0.00s)",
      "FAIL",
      "FAIL\tex/a\t0.01s",
      "--- FAIL: TestB (0.00s)",
      "FAIL\tex/b\t0.02s",
    ),
  ).toEqual(["ex/a TestA", "ex/b TestB"]);
  // It failed, and yet its package passed: no package is made up.
  expect(names("--- FAIL: TestA (0.00s)", "ok  \tex/a\t0.01s", "FAIL\tex/b\t0.02s")).toEqual(["TestA"]);
  expect(names("--- FAIL: TestA (0.00s)")).toEqual(["TestA"]);
});

test("a test with subtests that failed is not told beside them; one whose name only begins alike is", () => {
  expect(
    names(
      "--- FAIL: TestA (0.00s)",
      "    --- FAIL: TestA/b (0.00s)",
      "        --- FAIL: TestA/b/c (0.00s)",
      "--- FAIL: TestAll (0.00s)",
      "FAIL\tex/a\t0.01s",
    ),
  ).toEqual(["ex/a TestA > b c", "ex/a TestAll"]);
});

test("tests are counted under -v alone: without it those that pass are not listed", () => {
  const results = [
    "--- FAIL: A (0.00s)",
    "--- PASS: B (0.00s)",
    "--- PASS: C (0.00s)",
    "--- SKIP: D (0.00s)",
  ];
  expect(read(...results).counts).toBeUndefined();
  for (const word of ["RUN", "CONT", "PAUSE"])
    expect(read(`=== ${word}   A`, ...results, "ok  \tex/a\t0.1s").counts).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
    });
});

describe("what a failing test printed is told", () => {
  test("below its result", () => {
    expect(messages("--- FAIL: A (0.00s)", "    a_test.go:5: one", "        two", "FAIL")).toEqual([
      "a_test.go:5: one\n    two",
    ]);
  });

  test("under -v, above its result, and not what others printed", () => {
    expect(
      messages(
        "=== RUN   A",
        "    a_test.go:5: a",
        "=== RUN   B",
        "    a_test.go:6: b",
        "=== CONT  A",
        "    a_test.go:7: a again",
        "=== PAUSE B",
        "--- FAIL: A (0.00s)",
        "--- PASS: C (0.00s)",
        "    a_test.go:9: of C",
        "--- FAIL: B (0.00s)",
      ),
    ).toEqual(["a_test.go:5: a\na_test.go:7: a again", "a_test.go:6: b"]);
  });

  test("below its result rather than above it, if even in one line", () => {
    expect(messages("=== RUN   A", "above", "--- FAIL: A (0.00s)", "below")).toEqual(["below"]);
  });

  test("up to the next test that runs", () => {
    expect(messages("--- FAIL: A (0.00s)", "of A", "=== RUN   B", "of B")).toEqual(["of A"]);
  });

  test("in the package of its own, where two packages have tests of one name", () => {
    const one = ["=== RUN   A", "first", "--- FAIL: A (0.00s)", "FAIL\tex/a\t0.1s"];
    expect(messages(...one, "--- FAIL: A (0.00s)", "FAIL\tex/b\t0.1s")).toEqual(["first", undefined]);
    expect(messages(...one, "=== RUN   A", "second", "--- FAIL: A (0.00s)")).toEqual(["first", "second"]);
  });

  test("from its panic on, up to the stack, with the place in the project", () => {
    const [found] = read(
      "--- FAIL: A (0.00s)",
      "    a_test.go:3: before",
      "panic: oh no [recovered]",
      "\tpanic: oh no",
      "goroutine 6 [running]:",
      "testing.tRunner.func1()",
      "\t/usr/lib/go/src/testing/testing.go:1632 +0x230",
      "ex/a.A(0x1)",
      "\ta/a_test.go:4 +0x1d",
      "\ta/b_test.go:9 +0x1d",
    ).named;
    expect(found).toEqual({
      test: "A",
      place: "a/a_test.go:4",
      message: "panic: oh no [recovered]\n\tpanic: oh no",
    });
    expect(messages("--- FAIL: A (0.00s)", "one", "", "two")).toEqual(["one"]);
    expect(messages("--- FAIL: A (0.00s)", "goroutine 6 [running]:", "two")).toEqual([undefined]);
  });
});

describe("a package that was not built", () => {
  const broken = { test: wholeFile, file: "ex/a" };

  test("is told with what the compiler said of it, and where", () => {
    expect(
      read("# ex/a [ex/a.test]", "a/a.go:3:1: undefined: x", "a/a.go:4:1: y", "FAIL\tex/a [build failed]")
        .named,
    ).toEqual([{ ...broken, place: "a/a.go:3:1", message: "a/a.go:3:1: undefined: x\na/a.go:4:1: y" }]);
  });

  test("is told with the reason alone where the compiler spoke of another, or before", () => {
    const other = ["# ex/b", "b/b.go:3:1: undefined: x"];
    const told = { ...broken, message: "build failed" };
    expect(read("FAIL\tex/a [build failed]").named).toEqual([told]);
    expect(read(...other, "FAIL\tex/a [build failed]").named).toEqual([told]);
    expect(read("# ex/a", "no", "FAIL\tex/a [build failed]", "FAIL\tex/a [setup failed]").named).toEqual([
      { ...broken, message: "no" },
      { ...broken, message: "setup failed" },
    ]);
  });

  test("is told with its own lines after a package whose tests failed, or that died", () => {
    const built = ["# ex/b", "b.go:1:1: no", "FAIL\tex/b [build failed]"];
    expect(messages("--- FAIL: A (0.00s)", "FAIL\tex/a\t0.1s", ...built)).toEqual([
      undefined,
      "b.go:1:1: no",
    ]);
    expect(messages("=== RUN   A", "panic: x", "FAIL\tex/a\t0.1s", ...built)).toEqual(["b.go:1:1: no"]);
  });

  test("is not begun by a heading that a failing test printed", () => {
    expect(messages("--- FAIL: A (0.00s)", "# ex/a", "of A", "FAIL\tex/a\t0.1s")).toEqual(["# ex/a\nof A"]);
  });
});

describe("under -json", () => {
  test("a package that has ended begins anew", () => {
    const run = [out("ex/a", "=== RUN   A"), out("ex/a", "printed"), out("ex/a", "--- FAIL: A (0.00s)")];
    expect(messages(...run, out("ex/a", "FAIL\tex/a\t0.1s"), out("ex/a", "--- FAIL: A (0.00s)"))).toEqual([
      "printed",
      undefined,
    ]);
  });

  test("what is no output, no JSON, or of no package does not end the reading", () => {
    expect(
      names(
        '{"Action":"run","Package":"ex/a"}',
        '{"Action":"output","Output":5}',
        '{"Action":"output","Package":7,"ImportPath":8,"Output":"--- FAIL: B (0.00s)\\n"}',
        '{"Action":"output","Package":"ex/a","Output":"--- FAIL: cut',
        '{"Time":"x","Package":"ex/a [ex/a.test]","Output":"\\n--- FAIL: A (0.00s)\\n"}',
        '{"Other":"x","Output":"--- FAIL: C (0.00s)\\n"}',
      ),
    ).toEqual(["B", "ex/a A"]);
  });

  test("a thousand packages are told apart, and those beyond them are read as one", () => {
    const opened = Array.from({ length: 1000 }, (_, index) => out(`ex/p${index}`, "=== RUN   A"));
    const failed = (of: string) => out(of, "--- FAIL: A (0.00s)");
    expect(names(...opened, failed("ex/late"), failed("ex/p999"))).toEqual(["A", "ex/p999 A"]);
    expect(names(...opened.slice(1), failed("ex/late"))).toEqual(["ex/late A"]);
    // One that has ended makes room.
    expect(names(...opened, out("ex/p0", "ok  \tex/p0\t0.1s"), failed("ex/late"), failed("ex/p1"))).toEqual([
      "ex/p1 A",
      "ex/late A",
    ]);
  });
});

test("of more failing tests than are kept in a package, the rest is counted", () => {
  const failing = Array.from({ length: 1003 }, (_, index) => `--- FAIL: T${index} (0.00s)`);
  const { named, more } = read(...failing, "FAIL\tex/a\t0.1s", "--- FAIL: Last (0.00s)");
  expect([named.length, more]).toEqual([1000, 4]);
});

test("the output of a thousand tests is kept until their results", () => {
  const printed = Array.from({ length: 1001 }, (_, index) => [`=== RUN   T${index}`, `of T${index}`]).flat();
  expect(
    messages(...printed, "--- FAIL: T0 (0.00s)", "--- FAIL: T999 (0.00s)", "--- FAIL: T1000 (0.00s)"),
  ).toEqual(["of T0", "of T999", undefined]);
});
