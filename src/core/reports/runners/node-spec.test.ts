import { describe, expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { nodeSpecReader } from "./node-spec.ts";

function read(...lines: string[]) {
  const reader = nodeSpecReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const names = (...lines: string[]) =>
  read(...lines).named.map(({ suite, test: name }) => (suite === undefined ? name : `${suite} > ${name}`));
const messages = (...lines: string[]) => read(...lines).named.map(({ message }) => message);
const end = "✖ failing tests:";

describe("groups", () => {
  test("name a test from the outside in, and end where one as far left begins", () => {
    expect(names("▶ a", "  ▶ b", "    ✖ c (1ms)", "  ✖ d (1ms)", "✖ e (1ms)")).toEqual([
      "a > b > c",
      "a > d",
      "e",
    ]);
    expect(names("▶ a", "  ▶ b", "▶ c", "  ✖ d (1ms)")).toEqual(["c > d"]);
    expect(names("▶ a", "  ▶ b", "  ▶ c", "    ▶ d", "      ✖ e (1ms)")).toEqual(["a > c > d > e"]);
  });

  test("that failed because of their tests are no tests themselves", () => {
    expect(names("▶ a", "  ▶ b", "    ✖ c (1ms)", "  ✖ b (2ms)", "✖ a (3ms)")).toEqual(["a > b > c"]);
    // The inner one was cut off.
    expect(names("▶ a", "  ▶ b", "✖ a (3ms)")).toEqual([]);
  });

  test("end once: what has their name and follows them is a test", () => {
    expect(names("▶ a", "✔ a (1ms)", "✖ a (2ms)")).toEqual(["a"]);
    expect(names("▶ a", "  ✖ a (1ms)")).toEqual(["a > a"]);
    expect(names("▶ a", "✖ b (1ms)")).toEqual(["b"]);
  });
});

test("what passes, is skipped, is still to do, or has no duration is no failing test", () => {
  const lines = [
    "✔ a (1ms)",
    "﹣ b (1ms) # later",
    "✖ c (1ms) # TODO",
    "✖ d (1.5ms) # skip",
    "✖ e",
    "✖ f (soon)",
  ];
  expect(read(...lines)).toEqual({ named: [], more: 0, counts: undefined });
  expect(names("✖ f (soon) (2s)", "✖ g # 1 (0.1ms)")).toEqual(["f (soon)", "g # 1"]);
});

describe("what is told of a failing test", () => {
  test("stands deeper below it, or is an empty line", () => {
    expect(
      messages("  ✖ a (1ms)", "    Error: no", "", "      more", "    ✖ b", "  printed", "    late"),
    ).toEqual(["Error: no\n\n  more\n✖ b"]);
  });

  test("ends before its stack, where its place is", () => {
    expect(
      read("✖ a (1ms)", "  Error: no", "      at f (node:fs:1:1)", "      at g (a.js:2:3)").named,
    ).toEqual([{ test: "a", file: "a.js", place: "a.js:2:3", message: "Error: no" }]);
    expect(read("✖ a (1ms)", "  Error: no").named).toEqual([{ test: "a", message: "Error: no" }]);
  });

  test("is its own: two of one name and duration are two", () => {
    expect(messages("✖ a (1ms)", "  one", "✖ a (1ms)", "  two")).toEqual(["one", "two"]);
  });

  test("is nothing where a suite only says how many of its tests failed", () => {
    expect(names("✖ a (1ms)", "  '1 subtest failed'", "✖ b (1ms)", "  '2 subtests failed'")).toEqual([]);
    expect(names("✖ a (1ms)", "  Error: no", "  '1 subtest failed'")).toEqual(["a"]);
  });
});

describe("the end of a run", () => {
  const tree = ["▶ calc", "  ✖ adds (1ms)", "✖ calc (2ms)"];
  const told = ["test at a.test.js:3:1", "✖ adds (1ms)", "  Error: no", "      at f (b.js:7:9)"];

  test("tells its tests again, with their file, and they are counted once", () => {
    expect(read(...tree, "ℹ tests 1", "", end, "", ...told).named).toEqual([
      { test: "adds", suite: "calc", file: "a.test.js", place: "b.js:7:9", message: "Error: no" },
    ]);
  });

  test("says what the tree has left out: where it has two lines, they count", () => {
    const last = [end, "test at a.test.js:3:1", "✖ adds (1ms)", "  from the end"];
    const of = (...lines: string[]) => read("✖ adds (1ms)", ...lines, ...last).named;
    const place = { test: "adds", file: "a.test.js", place: "a.test.js:3:1" };
    expect(of()).toEqual([{ ...place, message: "from the end" }]);
    expect(of("  one")).toEqual([{ ...place, message: "from the end" }]);
    expect(of("  one", "  two")).toEqual([{ ...place, message: "one\ntwo" }]);
  });

  test("tells tests that no tree has told", () => {
    expect(read(end, ...told).named).toEqual([
      { test: "adds", file: "a.test.js", place: "b.js:7:9", message: "Error: no" },
    ]);
    // Its group was cut off.
    expect(names("▶ calc", end, "test at a.test.js:3:1", "✖ calc (2ms)", "  Error: hook")).toEqual(["calc"]);
  });

  test("has a heading: a place in what is printed is none of a test", () => {
    expect(read("test at a.test.js:3:1", "✖ adds (1ms)", "  Error: no").named).toEqual([
      { test: "adds", message: "Error: no" },
    ]);
    expect(read("✖ adds (1ms)", "  Error: no", "      at f (b.js:7:9)", end).named).toMatchObject([
      { file: "b.js", place: "b.js:7:9" },
    ]);
  });

  test("gives each place to one test, and its lines end at the next place", () => {
    const { named } = read(
      ...["✖ a (1ms)", "✖ b (2ms)", "✖ c (3ms)", end],
      ...["test at x.js:1:1", "✖ a (1ms)", "  of a", "test at y.js:2:2", "  of none"],
      ...["✖ b (2ms)", "  of b", "✖ c (3ms)", "  of c"],
    );
    expect(named.map((one) => [one.test, one.file, one.message])).toEqual([
      ["a", "x.js", "of a"],
      ["b", "y.js", "of b"],
      ["c", undefined, "of c"],
    ]);
    expect(named.slice(0, 2).map((one) => one.place)).toEqual(["x.js:1:1", "y.js:2:2"]);
  });

  test("is followed by the next run, in which the same test may fail again", () => {
    const first = ["✖ adds (1ms)", end, ...told];
    expect(names(...first, "✖ adds (1ms)")).toEqual(["adds"]);
    expect(names(...first, "▶ calc", "  ✖ adds (1ms)")).toEqual(["adds", "calc > adds"]);
    expect(names(...first, "✔ cuts (1ms)", "✖ adds (1ms)")).toEqual(["adds", "adds"]);
    expect(names(...first, "✖ cuts (1ms)", "✖ adds (1ms)")).toEqual(["adds", "cuts", "adds"]);
    expect(names(...first, "✖ later (1ms) # TODO", "✖ adds (1ms)")).toEqual(["adds"]);
  });

  test("tells no test that was counted beyond those that are kept", () => {
    const tests = Array.from({ length: 1001 }, (_, index) => `✖ t${index} (1ms)`);
    const again = tests.flatMap((line) => ["test at a.js:1:1", line]);
    expect(read(...tests, end, ...again)).toMatchObject({ named: { length: 1000 }, more: 1 });
  });
});

describe("a file that failed as a whole", () => {
  const said = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const whole = (...lines: string[]) => read(...lines, "✖ a.test.js (1ms)", "  'test failed'").named[0];

  test("is told with what was printed before it, from the last error on", () => {
    expect(whole("noise", "Error: no", "more", "    at f (a.js:1:1)", "end")).toEqual({
      test: wholeFile,
      file: "a.test.js",
      message: "Error: no\nmore",
    });
    expect(messages("Error: of b", "✖ b.test.js (1ms)", "", "printed", "✖ a.test.js (1ms)")).toEqual([
      "Error: of b",
      undefined,
    ]);
  });

  test("is told with forty to eighty lines at most", () => {
    expect(whole("Error: early", ...said(79))?.message).toBe(["Error: early", ...said(79)].join("\n"));
    expect(whole("Error: early", ...said(80))?.message).toBe(said(80).slice(-40).join("\n"));
  });
});
