import { describe, expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { vitestReader } from "./vitest.ts";

function read(...lines: string[]) {
  const reader = vitestReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const ids = (...lines: string[]) =>
  read(...lines).named.map(({ file, suite, test: name }) => [file, suite, name].filter(Boolean).join(" > "));
const rule = "⎯⎯⎯⎯⎯⎯⎯⎯";

describe("the end of a run", () => {
  test("tells each failing test with its error, up to the stack, and its place", () => {
    expect(
      read(
        " FAIL  a.test.ts > calc > by zero > throws",
        "Error: no",
        "second line",
        " ❯ a.test.ts:7:62",
        "    7| it()",
        rule,
        "printed",
        "FAIL  |unit| b.test.ts > adds",
        "Error: two",
        rule,
        " FAIL  c.test.ts [ c.test.ts ]",
        "Error: three",
      ),
    ).toEqual({
      named: [
        {
          test: "throws",
          suite: "calc > by zero",
          file: "a.test.ts",
          place: "a.test.ts:7:62",
          message: "Error: no\nsecond line",
        },
        { test: "adds", file: "b.test.ts", message: "Error: two" },
        { test: wholeFile, file: "c.test.ts", message: "Error: three" },
      ],
      more: 0,
      counts: undefined,
    });
  });

  test("has one error for several tests that failed alike", () => {
    const { named } = read(
      ...[" FAIL  a.ts > one", " FAIL  a.ts > two", "Error: alike", " ❯ a.ts:1:1", rule],
      ...[" FAIL  a.ts > three", "Error: other", " FAIL  a.ts > four", "Error: last"],
    );
    expect(named.map((one) => [one.test, one.message, one.place])).toEqual([
      ["one", "Error: alike", "a.ts:1:1"],
      ["two", "Error: alike", "a.ts:1:1"],
      ["three", "Error: other", undefined],
      ["four", "Error: last", undefined],
    ]);
  });

  test("may have no rule between two errors", () => {
    const { named } = read(" FAIL  a.ts > one", " FAIL  a.ts > two", "alike", " FAIL  a.ts > three", "other");
    expect(named.map((one) => [one.test, one.message])).toEqual([
      ["one", "alike"],
      ["two", "alike"],
      ["three", "other"],
    ]);
  });

  test("is over where it sums up", () => {
    expect(read(" FAIL  a.ts > one", "Error", " Test Files  1 failed (1)", "printed").named).toEqual([
      { test: "one", file: "a.ts", message: "Error" },
    ]);
  });
});

describe("the tree of a run that was cut off", () => {
  test("names its failing tests, with the file above them or in front of them", () => {
    expect(
      ids(
        "     × early 3ms",
        " ❯ a.test.ts (8 tests | 1 failed) 20ms",
        "     × calc > adds 3ms",
        "   × cuts",
      ),
    ).toEqual(["early", "a.test.ts > calc > adds", "a.test.ts > cuts"]);
    expect(ids(" × b.test.ts > calc > adds 1.5s", " × b.test.ts > calc > cuts 15ms", " × alone 2ms")).toEqual(
      ["b.test.ts > calc > adds 1.5s", "b.test.ts > calc > cuts", "alone"],
    );
    expect(
      ids(" ❯ a.test.ts (1 test | 1 failed)", "   × adds", " ❯ b.test.ts (1 test)", "   × cuts"),
    ).toEqual(["a.test.ts > adds", "b.test.ts > cuts"]);
  });

  test("has the file in front of a name only where it begins at the margin", () => {
    expect(read(" × b.test.ts > adds 3ms", " × b.test.ts > calc > cuts", "   × calc > halves").named).toEqual(
      [
        { test: "adds", file: "b.test.ts" },
        { test: "cuts", suite: "calc", file: "b.test.ts" },
        { test: "calc > halves" },
      ],
    );
  });

  test("counts those beyond the ones that it names", () => {
    const many = Array.from({ length: 1002 }, (_, index) => `     × t${index} 3ms`);
    expect(read(...many)).toMatchObject({ named: { length: 1000 }, more: 2 });
    expect(read(...many, " FAIL  a.ts > one", "Error")).toMatchObject({ named: { length: 1 }, more: 0 });
  });

  test("is left out where the end of the same run tells, and only there", () => {
    const tree = ["   × adds 3ms"];
    const end = [" FAIL  a.ts > calc > adds", "Error"];
    expect(ids(...tree, ...end)).toEqual(["a.ts > calc > adds"]);
    expect(ids(...tree, ...end, " Test Files  1 failed (1)", "   × cuts 3ms")).toEqual([
      "a.ts > calc > adds",
      "cuts",
    ]);
    expect(ids("   × cuts 3ms", " RUN  v4.1.12 /calc", ...tree, ...end)).toEqual([
      "cuts",
      "a.ts > calc > adds",
    ]);
    expect(ids("   × cuts 3ms", "RUN  v4.1.12 /calc", "   × cuts 3ms")).toEqual(["cuts", "cuts"]);
  });

  test("is no error of a test: what it holds belongs to that error", () => {
    expect(read(" FAIL  a.ts > one", "Error", "   × not this 3ms").named).toMatchObject([
      { message: "Error\n   × not this 3ms" },
    ]);
  });
});
