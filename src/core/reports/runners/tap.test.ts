import { describe, expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { saidLast, TapReader } from "./tap.ts";

function read(output: string) {
  const reader = new TapReader();
  for (const line of output.split("\n")) reader.line(line);
  return { named: reader.end().named, counts: reader.counts() };
}
const names = (output: string) =>
  read(output).named.map(({ suite, test: name }) => (suite === undefined ? name : `${suite} > ${name}`));
const messages = (output: string) => read(output).named.map(({ message }) => message);

describe("Node's groups", () => {
  const nested = (outer: string, inner: string) => `TAP version 13
# Subtest: calc
    # Subtest: sums
        # Subtest: small
        ok 1 - small
        # Subtest: large
        not ok 2 - large
          ---
          error: 'no'
          ...
        1..2
    not ok 1 - sums
${inner}    # Subtest: halves
    ok 2 - halves
    # Subtest: doubles
    not ok 3 - doubles
    1..3
not ok 1 - calc
${outer}# Subtest: after
not ok 2 - after
`;

  test("name a test from the outside in; a group that failed because of its tests is none itself", () => {
    const type = (indent: string) => `${indent}---\n${indent}failureType: 'subtestsFailed'\n${indent}...\n`;
    for (const output of [nested("", ""), nested(type("  "), type("      "))]) {
      expect(names(output)).toEqual(["calc > sums > large", "calc > doubles", "after"]);
      expect(read(output).counts).toEqual({ passed: 2, failed: 3, skipped: 0 });
    }
  });

  test("that say so fail because of tests inside, even where none is told", () => {
    const output = "not ok 1 - calc\n  ---\n  failureType: 'subtestsFailed'\n  ...\n";
    expect(read(output)).toEqual({ named: [], counts: undefined });
  });

  test("that pass are not counted beside their tests", () => {
    const output = "# Subtest: calc\n    ok 1 - adds\n    ok 2 - cuts\nok 1 - calc\nok 2 - after\n";
    expect(read(output).counts).toEqual({ passed: 3, failed: 0, skipped: 0 });
  });

  test("that fail by themselves, beside tests that pass or after a group that failed, are told", () => {
    expect(names("    ok 1 - adds\nnot ok 1 - calc\n")).toEqual(["calc"]);
    expect(names("    not ok 1 - adds\nnot ok 1 - calc\nnot ok 2 - halves\n")).toEqual(["adds", "halves"]);
    expect(names("    not ok 1 - adds\n    ok 2 - cuts\nnot ok 1 - calc\n")).toEqual(["adds"]);
    expect(names("not ok 1 - first\n    ok 1 - adds\nnot ok 2 - calc\n")).toEqual(["first", "calc"]);
  });

  test("are not counted beside their tests, however many failed before them", () => {
    const many = Array.from({ length: 1000 }, (_, index) => `not ok ${index + 1} - t${index + 1}\n`);
    const output = `${many.join("")}# Subtest: calc\n    not ok 1 - adds\nnot ok 1001 - calc\n`;
    expect(read(output).counts).toEqual({ passed: 0, failed: 1001, skipped: 0 });
  });

  test("end where the next one begins", () => {
    const output = "# Subtest: a\n    # Subtest: b\n# Subtest: c\n    not ok 1 - d\n";
    expect(names(output)).toEqual(["c > d"]);
    expect(names("# Subtest: a\n    # Subtest: b\n    # Subtest: c\n        not ok 1 - d\n")).toEqual([
      "a > c > d",
    ]);
  });

  test("have names in which signs are escaped", () => {
    expect(names("# Subtest: a \\# b\n    not ok 1 - c \\\\ d")).toEqual([String.raw`a # b > c \ d`]);
  });

  test("end what is told of the test above them", () => {
    expect(messages("not ok 1 - a\n  one\n# Subtest: b\n  two\n")).toEqual(["one"]);
  });
});

test.each([
  ["ok 1 - a", [1, 0, 0]],
  ["ok 1", [1, 0, 0]],
  ["not ok 1 - a", [0, 1, 0]],
  ["ok 1 - a # SKIP not here", [0, 0, 1]],
  ["ok 1 - a # skip", [0, 0, 1]],
  ["not ok 1 - a # TODO later", [0, 0, 1]],
  ["not ok 1 - a # todo", [0, 0, 1]],
  ["ok 1 - a # time=3ms", [1, 0, 0]],
  ["not ok 1 - a # time=3ms", [0, 1, 0]],
  ["not ok 1 - a # b", [0, 1, 0]],
  ["not okay 1 - a", undefined],
  ["ok then", undefined],
  ["1..3", undefined],
])("%s counts as %j: passed, failed, skipped", (line, counts) => {
  const { counts: told } = read(line);
  expect(told && [told.passed, told.failed, told.skipped]).toEqual(counts);
});

test("a name ends before its time and keeps every other sign", () => {
  expect(names("not ok 1 - a # time=3ms\nnot ok 2 - b # c\nnot ok 3 d\nnot ok 4 -e\n")).toEqual([
    "a",
    "b # c",
    "d",
    "e",
  ]);
});

describe("a comment", () => {
  test("is the title of what follows, where there are no groups", () => {
    expect(names("# by zero\nnot ok 1 throws\n")).toEqual(["by zero > throws"]);
    expect(names("# adds\nok 1 one\n# halves\nok 2 two\nnot ok 3 three\n")).toEqual(["halves > three"]);
    expect(names("# throws\nnot ok 1 throws\n")).toEqual(["throws"]);
    expect(names("no comment\nnot ok 1 throws\n")).toEqual(["throws"]);
  });

  test("is the title of what follows, also below the fields of a failing test", () => {
    const fields = (...more: string[]) => ["  ---", "    operator: equal", ...more, "  ...", ""].join("\n");
    const long = Array.from({ length: 70 }, (_, index) => `    line ${index}`);
    for (const below of [fields(), fields(...long), fields("    stack: |-", "      # quoted", "      ...")])
      expect(names(`# first\nnot ok 1 a\n${below}# second\nnot ok 2 b\n${fields()}`)).toEqual([
        "first > a",
        "second > b",
      ]);
  });

  test("between the fields of a failing test is about that test", () => {
    const fields = "  ---\n    stack: |-\n      ...\n# printed\n    operator: equal\n  ...\n";
    expect(names(`# first\nnot ok 1 a\n${fields}not ok 2 b\n`)).toEqual(["first > a", "first > b"]);
  });

  test("is none where there are groups", () => {
    expect(names("# Subtest: adds\nok 1 - adds\n# printed\nnot ok 2 - halves\n")).toEqual(["halves"]);
    expect(names("# printed\n# Subtest: adds\nnot ok 1 - adds\n")).toEqual(["adds"]);
    expect(names("# printed\n# Subtest: calc\n    not ok 1 - adds\n")).toEqual(["calc > adds"]);
  });

  test("below a failing test says why it failed", () => {
    expect(messages("not ok 1 - adds\n#   Failed test 'adds'\n#\n#   got 1\nok 2 - cuts\n# other\n")).toEqual(
      ["Failed test 'adds'\n\ngot 1"],
    );
  });
});

describe("a file that failed as a whole", () => {
  const whole = (...said: string[]) =>
    read(["# Subtest: a", ...said.map((line) => `# ${line}`), "not ok 1 - test/a.test.js"].join("\n"))
      .named[0];

  test("is told with what it printed last, from the error on, up to the stack", () => {
    expect(
      read(
        "ok 1 - b.test.js\n# Subtest: a.test.js\n# noise\n# TypeError: no\n# more\n#     at f (x.js:1:1)\n# end\nnot ok 2 - a.test.js\n",
      ).named,
    ).toEqual([{ test: wholeFile, file: "a.test.js", message: "TypeError: no\nmore" }]);
  });

  test("is told with even one line, rather than with what its runner says", () => {
    const output = "# Subtest: a.js\n# Error: no\nnot ok 1 - a.js\n  ---\n  error: 'test failed'\n  ...\n";
    expect(messages(output)).toEqual(["Error: no"]);
  });

  test("is told with all that it printed, where that has no error", () => {
    expect(read("# Subtest: a.js\n# one\n# two\nnot ok 1 - a.js\n").named[0]?.message).toBe("one\ntwo");
  });

  test("is not told with what another file printed before its own result", () => {
    const output =
      "# Subtest: b.js\n# Error: of b\nok 1 - b.js\n# Subtest: a.js\nnot ok 2 - a.js\n  ---\n  error: 'failed'\n  ...\n";
    expect(messages(output)).toEqual(["failed"]);
  });

  test("is told with the first sixty lines at most", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
    expect(whole(...lines(59), "Error: late")?.message).toBe("Error: late");
    expect(whole(...lines(60), "Error: late")?.message).toBe(lines(60).join("\n"));
  });

  test("is a test like any other inside of a group", () => {
    expect(read("# Subtest: all\n    # said\n    not ok 1 - a.test.js\n").named).toEqual([
      { test: "a.test.js", suite: "all", file: "a.test.js" },
    ]);
  });
});

test.each([
  [["a", "Error: one", "b", "RangeError: two", "c"], "RangeError: two\nc"],
  [["a", "java.Exception: one", "  Error: indented"], "java.Exception: one\n  Error: indented"],
  [["Error: first", "b"], "Error: first\nb"],
  [["Errors", "b"], "Errors\nb"],
  [["a", "  at x", "b"], "a"],
  [[], ""],
])("of %j the last words are %j", (said, last) => {
  expect(saidLast(said)).toBe(last);
});

describe("Vitest's braces", () => {
  const output = (message: string) => `TAP version 13
1..2
not ok 1 - a.test.ts # time=5ms {
    1..3
    not ok 1 - calc # time=3ms {
        1..2
        not ok 1 - adds # time=1ms
            ---
            error:
                name: "AssertionError"
                message: "${message}"
            at: "a.test.ts:3:14"
            ...
        ok 2 - cuts # time=1ms
    }
    not ok 2 - halves # time=1ms
        ---
        error: 'odd'
        ...
    ok 3 - doubles # SKIP
}
ok 2 - b.test.ts # time=2ms {
    ok 1 - reads # time=1ms
}
`;

  test("are groups, and the outermost one is the file", () => {
    expect(read(output("no"))).toEqual({
      named: [
        { test: "adds", suite: "calc", file: "a.test.ts", place: "a.test.ts:3:14", message: "no" },
        { test: "halves", file: "a.test.ts", message: "odd" },
      ],
      counts: { passed: 2, failed: 2, skipped: 1 },
    });
  });

  test.each(["one\n}\ntwo", "one\n    }\nnot far\n}", 'a \\"\n}\nb', "{\n                }\n"])(
    "are no end inside of the text %j",
    (message) => {
      const { named, counts } = read(output(message));
      expect(named[0]?.message).toBe(
        message.replaceAll('\\"', '"').replace("{\n                }\n", "{\n    }"),
      );
      expect(named.map((one) => one.test)).toEqual(["adds", "halves"]);
      expect(counts).toEqual({ passed: 2, failed: 2, skipped: 1 });
    },
  );

  test("leave the group when they close, so that the next file stands alone", () => {
    const two = `${output("no")}not ok 3 - c.test.ts > sums > odd # time=1ms\n`;
    expect(read(two).named.at(-1)).toEqual({ test: "odd", suite: "sums", file: "c.test.ts" });
  });

  test("of a second file or group end the first one", () => {
    const file = (name: string, test: string) =>
      `not ok 1 - ${name} # time=5ms {\n    not ok 1 - ${test} # time=1ms\n}\n`;
    expect(read(file("a.test.ts", "x") + file("b.test.ts", "y")).named).toEqual([
      { test: "x", file: "a.test.ts" },
      { test: "y", file: "b.test.ts" },
    ]);
    const inner = [file("sums", "x"), file("halves", "y")].join("").replaceAll(/^(?=.)/gm, "    ");
    expect(read(`not ok 1 - a.test.ts # time=5ms {\n${inner}}\n`).named).toEqual([
      { test: "x", suite: "sums", file: "a.test.ts" },
      { test: "y", suite: "halves", file: "a.test.ts" },
    ]);
  });

  test("at the end of a name are no group without a time", () => {
    expect(names("not ok 1 - opens {\nnot ok 2 - b # time=1ms\n")).toEqual(["opens {", "b"]);
  });
});

describe("the place of a failing test", () => {
  const place = (...fields: string[]) => {
    const [found] = read(
      ["not ok 1 - adds", "  ---", ...fields.map((field) => `  ${field}`), "  ..."].join("\n"),
    ).named;
    return [found?.file, found?.place];
  };
  const stack = ["stack: |-", "  f (node:internal/a.js:1:1)", "  g (b.js:2:3)"];

  test("is in its stack, else where it was declared, else in any line", () => {
    expect(place("location: 'a.test.js:1:1'", ...stack)).toEqual(["a.test.js", "b.js:2:3"]);
    expect(place("location: 'a.test.js:1:1'")).toEqual(["a.test.js", "a.test.js:1:1"]);
    expect(place("at: a.test.js:7")).toEqual(["a.test.js", "a.test.js:7"]);
    expect(place("location: 'a.test.js:1:1'", "at: c.js:7:1")).toEqual(["a.test.js", "a.test.js:1:1"]);
    expect(place(...stack)).toEqual(["b.js", "b.js:2:3"]);
    expect(place("at: Test.f (a.test.js:7:1)")).toEqual(["a.test.js", "a.test.js:7:1"]);
    expect(place("other: |-", "  at h (d.js:5:6)")).toEqual(["d.js", "d.js:5:6"]);
    expect(place("error: no")).toEqual([undefined, undefined]);
  });
});

test.each([
  ["---\nerror: 'no'\nmessage: 'other'\n...", "no"],
  ["---\nerror:\n  name: X\n  message: 'inner'\n...", "inner"],
  ["---\noperator: equal\nexpected: 1\nactual: 2\n...", "equal: expected 1, actual 2"],
  ["---\noperator: fail\n...", "fail: expected , actual"],
  ["plain words\n  more\n    at f (a.js:1:1)", "plain words\n  more"],
  ["---\nseverity: fail\n...", "severity: fail"],
])("the message of %j is %j", (below, message) => {
  const lines = below.split("\n").map((line) => `  ${line}`);
  expect(messages(`not ok 1 - adds\n${lines.join("\n")}\n`)).toEqual([message]);
});

test("what stands as far left as a failing test is no longer about it, but an empty line is", () => {
  expect(messages("not ok 1 - a\n  one\n\n  two\nprinted\n  three\n")).toEqual(["one\n\ntwo"]);
  expect(messages("    not ok 1 - a\n      one\n    printed\n      three\n")).toEqual(["one"]);
});
