import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FailingTest, testId, wholeFile } from "../test-report.ts";
import { readTests, TestReading } from "./read-tests.ts";

const folder = "test/data/runners";
const recorded = (name: string) => readFileSync(`${folder}/${name}.txt`, "utf8");
const read = (name: string) => readTests(recorded(name), "/home/pia/calc");

type Row = readonly [
  file: string | undefined,
  suite: string | undefined,
  test: string,
  place?: string | undefined,
  says?: string | undefined,
];

const inJs = (file: string, objects: string): readonly Row[] => [
  [
    file,
    "division > by zero",
    "throws a RangeError",
    `${file}:8:44`,
    "Missing expected exception (RangeError)",
  ],
  [file, "division", objects, `${file}:10:39`, "strictly deep-equal"],
  [file, undefined, "a name with # and 'quotes' (brackets)", `${file}:12:61`, "boom\nsecond line"],
];
const others: readonly Row[] = [
  ["test/other.test.js", undefined, "rejects", "test/other.test.js:4:52", "async trouble"],
];
const brokenJs: Row = [
  "test/broken.test.js",
  undefined,
  wholeFile,
  "test/broken.test.js:1:1",
  "Cannot find module 'nowhere.js' imported from test/broken.test.js",
];
const nodeRows = [brokenJs, ...inJs("test/calc.test.js", "compares objects"), ...others];

const inTs = (objects: readonly [string, string]): readonly Row[] => [
  [
    "calc.test.ts",
    "division > by zero",
    "throws a RangeError",
    "calc.test.ts:7:62",
    "expected function to throw",
  ],
  ["calc.test.ts", objects[0], objects[1], "calc.test.ts:9:58", "to deeply equal"],
  ["calc.test.ts", undefined, "boom", "calc.test.ts:11:28", "boom\nsecond line"],
  ["calc.test.ts", undefined, "times out", "calc.test.ts:14:1", "timed out in 200ms"],
];
const brokenTs: Row = [
  "broken.test.ts",
  undefined,
  wholeFile,
  "broken.test.ts:1:1",
  "Cannot find module './nowhere.js'",
];
const vitestRows = [brokenTs, ...inTs(["division > compares", "objects"])];

const jestRows: readonly Row[] = [
  ["calc.test.js", "division > by zero", "throws a RangeError", "calc.test.js:7:62", "did not throw"],
  ["calc.test.js", "division", "compares > objects", "calc.test.js:9:58", "-     3,\n+     2,"],
  ["calc.test.js", undefined, "boom", "calc.test.js:11:28", "TypeError: boom\nsecond line"],
  ["calc.test.js", undefined, "times out", "calc.test.js:14:1", "Exceeded timeout of 200 ms"],
];
const mochaRows: readonly Row[] = [
  ["calc.test.js", undefined, "boom", "calc.test.js:9:26", "TypeError: boom\nsecond line"],
  ["calc.test.js", "division", "compares objects", "calc.test.js:7:39", "strictly deep-equal"],
  [
    "calc.test.js",
    "division > by zero",
    "throws a RangeError",
    "calc.test.js:6:70",
    "Missing expected exception",
  ],
  [
    "calc.test.js",
    "hooks",
    '"before each" hook: prepare for "never"',
    "calc.test.js:12:63",
    "Error: no database",
  ],
];
const pytestRows: readonly Row[] = [
  ["test_calc.py", "TestDivision", "test_by_zero", "test_calc.py:6", "ZeroDivisionError: division by zero"],
  ["test_calc.py", "TestDivision", "test_objects", "test_calc.py:7", "assert {'a': [1, 2]} == {'a': [1, 3]}"],
  ["test_calc.py", undefined, "test_positive[0]", "test_calc.py:9", "assert 0 != 0"],
  ["test_calc.py", undefined, "test_boom", "test_calc.py:10", "TypeError: boom\nsecond line"],
  ["test_calc.py", undefined, "test_needs_db", "test_calc.py:16", "RuntimeError: no database"],
];
const unittestRows: readonly Row[] = [
  ["test_broken.py", "unittest.loader._FailedTest", "test_broken", "test_broken.py:1", "No module named"],
  [
    "test_calc.py",
    "test_calc.Division",
    "test_by_zero",
    "test_calc.py:7",
    "ZeroDivisionError: division by zero",
  ],
  ["test_calc.py", "test_calc.Division", "test_objects", "test_calc.py:8", "{'a': [1, 2]} != {'a': [1, 3]}"],
  ["test_calc.py", "test_calc.Division", "test_subs (n=0)", "test_calc.py:15", "0 is not true"],
];
const goFailing: Row = [
  "example.com/m/calc",
  "TestDivision",
  "by_zero",
  "calc_test.go:6",
  "got 1,\n    want 2",
];
const goRows: readonly Row[] = [
  ["example.com/m/broken", undefined, wholeFile, "broken/b_test.go:3:33", "undefined: undefinedThing"],
  goFailing,
  [
    "example.com/m/panics",
    undefined,
    "TestPanics",
    "panics/p_test.go:4",
    "panic: assignment to entry in nil map",
  ],
];
const cargoRows: readonly Row[] = [
  ["src/lib.rs", "tests", "errs", undefined, 'Error: "no database"'],
  ["src/lib.rs", "tests", "panics_not", "src/lib.rs:16:32", "did not panic as expected"],
  ["src/lib.rs", "tests > division", "compares", "src/lib.rs:12:58", "lists\nsecond line\n  left: [1, 2]"],
  ["tests/it.rs", undefined, "outside", "tests/it.rs:1:24", "one and one"],
  ["doc-tests of calc", undefined, "src/lib.rs - add (line 2)", "src/lib.rs:5:1", "left: 3"],
];
const rspecRows: readonly Row[] = [
  ["spec/calc_spec.rb", undefined, "Calc booms", "spec/calc_spec.rb:11", "TypeError:\n  boom\n  second line"],
  ["spec/calc_spec.rb", undefined, "Calc division compares", "spec/calc_spec.rb:8", "got: {:a=>[1, 2]}"],
  [
    "spec/calc_spec.rb",
    undefined,
    "Calc division by zero raises",
    "spec/calc_spec.rb:6",
    "nothing was raised",
  ],
];
const phpunitRows: readonly Row[] = [
  ["CalcTest.php", "CalcTest", "testBoom", "CalcTest.php:6", "TypeError: boom"],
  ["CalcTest.php", "CalcTest", "testObjects", "CalcTest.php:5", "two arrays are identical"],
  ["CalcTest.php", "CalcTest", 'testData with data set "two" (2)', "CalcTest.php:8", "2 is identical to 1"],
];

const tapSpecRows: readonly Row[] = [
  ["test/calc.js", "division by zero", "should be equal", "test/calc.js:3:59", "equal: expected 2, actual 1"],
  ["test/calc.js", "division by zero", "compares objects", "test/calc.js:3:74", "{ a: [ 1, 3 ] }"],
  ["test/calc.js", "boom", "should throw", "test/calc.js:5:23", "[Function: RangeError]"],
];

const whole = (file: string, says?: string, place?: string): readonly Row[] => [
  [file, undefined, wholeFile, place, says],
];

type Case = readonly [
  name: string,
  format: string | undefined,
  counts: readonly number[] | undefined,
  rows: readonly Row[],
];

/** Passed, failed, skipped. */
const cases: readonly Case[] = [
  ["node-tap", "tap", [7, 5, 2], nodeRows],
  ["node-tap-crash", "tap", [0, 1, 0], whole("test/crash.test.js", "test failed", "test/crash.test.js:1:1")],
  ["node-spec", "node", [7, 5, 2], nodeRows],
  ["node-spec-color", "node", [2, 3, 2], inJs("test/calc.test.js", "compares objects")],
  ["node-spec-crash", "node", [0, 1, 0], whole("test/crash.test.js", undefined, "test/crash.test.js:1:1")],
  ["vitest", "vitest", [5, 4, 2], vitestRows],
  ["vitest-color", "vitest", [2, 4, 2], vitestRows.slice(1)],
  ["vitest-verbose", "vitest", [5, 4, 2], vitestRows],
  ["vitest-tap", "tap", [5, 5, 2], [brokenTs, ...inTs(["division", "compares > objects"])]],
  ["vitest-tapflat", "tap", [2, 4, 2], inTs(["division > compares", "objects"])],
  ["tap-spec", "tap", [2, 3, 0], tapSpecRows],
  ["vitest-crash", undefined, undefined, []],
  [
    "jest",
    "jest",
    [5, 4, 2],
    [...jestRows, ...whole("broken.test.js", "Cannot find module './nowhere.js'", "broken.test.js:1:21")],
  ],
  ["jest-color", "jest", [2, 4, 2], jestRows],
  [
    "jest-crash",
    "jest",
    undefined,
    [[undefined, undefined, 'process.exit called with "3"', "crash.test.js:2:30"]],
  ],
  ["mocha", "mocha", [2, 4, 2], mochaRows],
  ["mocha-color", "mocha", [2, 4, 2], mochaRows],
  ["mocha-crash", undefined, undefined, []],
  ["pytest", "pytest", [4, 5, 2], pytestRows],
  ["pytest-color", "pytest", [4, 5, 2], pytestRows],
  ["pytest-v", "pytest", [4, 5, 2], pytestRows],
  [
    "pytest-collect",
    "pytest",
    [0, 1, 0],
    whole("test_broken.py", "No module named 'nowhere_at_all'", "test_broken.py:1"),
  ],
  ["pytest-crash", undefined, undefined, []],
  ["unittest", "unittest", [2, 4, 1], unittestRows],
  ["unittest-v", "unittest", [2, 4, 1], unittestRows],
  ["go", "go", undefined, goRows],
  ["go-v", "go", [4, 3, 1], goRows],
  ["go-json", "go", [2, 2, 1], [goFailing]],
  ["cargo", "cargo", [2, 5, 1], cargoRows],
  ["cargo-crash", "cargo", undefined, whole("src/lib.rs", "the process ended before its tests did")],
  ["cargo-broken", undefined, undefined, []],
  ["rspec", "rspec", [2, 3, 1], rspecRows],
  ["rspec-color", "rspec", [2, 3, 1], rspecRows],
  ["rspec-broken", "rspec", [0, 0, 0], whole("spec/nowhere_spec.rb", "cannot load such file")],
  ["phpunit", "phpunit", [2, 3, 1], phpunitRows],
];

function inRow({ file, suite, test: name, place }: FailingTest): Row {
  return [file, suite, name, place];
}

describe("10.30: failing tests are found in the recorded output of", () => {
  test.each(cases)("%s", (name, format, counts, rows) => {
    const report = read(name);
    expect(report.failing.map(inRow)).toEqual(
      rows.map(([file, suite, named, place]) => [file, suite, named, place]),
    );
    for (const [index, [, , , , says = ""]] of rows.entries())
      expect(report.failing[index]?.message ?? "").toContain(says);
    expect(report.format).toBe(format);
    const { passed, failed, skipped = 0 } = report.counts ?? { passed: -1, failed: -1 };
    expect(report.counts && [passed, failed, skipped]).toEqual(counts);
    expect(report.more).toBe(0);
  });

  test("every other recorded output, at least by name", () => {
    const tried = new Set(cases.map(([name]) => name));
    const left = readdirSync(folder).map((file) => file.replace(".txt", ""));
    const names = Object.fromEntries(
      left
        .filter((name) => !tried.has(name))
        .map((name) => [name, read(name).failing.map((one) => one.test)]),
    );
    expect(names).toEqual({
      "mocha-tap": [
        "boom",
        "division compares objects",
        "division by zero throws a RangeError",
        'hooks "before each" hook: prepare for "never"',
      ],
      "node-dot": [
        wholeFile,
        "throws a RangeError",
        "compares objects",
        "a name with # and 'quotes' (brackets)",
        wholeFile,
        "rejects",
      ],
      "node-junit": [
        "throws a RangeError",
        "compares objects",
        "a name with # and 'quotes' (brackets)",
        "someday",
      ],
    });
  });
});

test.each([
  ["Gradle", "CalcTest > adds() FAILED\n    org.opentest4j.AssertionFailedError", "CalcTest > adds()"],
  [
    "Maven",
    "[ERROR] com.example.CalcTest.adds -- Time elapsed: 0.01 s <<< FAILURE!",
    "com.example.CalcTest > adds",
  ],
  ["dotnet", "  Failed Calc.Tests.Adds [12 ms]\n  Error Message:\n   Expected: 1", "Calc.Tests.Adds"],
  ["Bun", "(fail) division > by zero [0.11ms]", "division > by zero"],
  ["Deno", "by zero ... FAILED (2ms)", "by zero"],
  ["cargo nextest", "        FAIL [   0.010s] calc tests::adds", "calc > tests > adds"],
  ["AVA", "  ✘ [fail]: division › by zero Error thrown in test", "division > by zero Error thrown in test"],
  ["Minitest", "CalcTest#test_adds [test/calc_test.rb:6]:", "test/calc_test.rb > CalcTest > test_adds"],
  ["ExUnit", "  1) test adds (CalcTest)", "CalcTest > adds"],
  ["CTest", "\t  1 - adds (Failed)", "adds"],
  [
    "tape",
    "TAP version 13\n# by zero\nnot ok 1 throws\n  ---\n    operator: equal\n    expected: 1\n    actual: 2\n  ...\n",
    "by zero > throws",
  ],
  ["Perl", "not ok 1 - adds\n#   Failed test 'adds'\n#   at t/a.t line 3.\n1..1\n", "adds"],
  [
    "a Vitest run that was cut off",
    " ❯ a.test.ts (8 tests | 1 failed) 20ms\n     × takes away 3ms\n",
    "a.test.ts > takes away",
  ],
  [
    "a pytest run that was cut off",
    "t.py::test_a PASSED [ 9%]\nt.py::T::test_b FAILED [ 27%]\n",
    "t.py > T > test_b",
  ],
  ["a Mocha run that was cut off", "  calc\n    ✔ adds\n    1) takes away\n", "takes away"],
  [
    "a Node run that was cut off",
    "▶ calc\n  ✔ adds (1ms)\n  ✖ takes away (1.2ms)\n    Error: no\n",
    "calc > takes away",
  ],
])("10.30: %s is read by name", (_, output, id) => {
  expect(readTests(output).failing.map(testId)).toEqual([id]);
});

test.each([
  [
    "expected to fail or to be done later",
    "not ok 1 - later # TODO soon\nok 2 - x # SKIP\n✖ later (1ms) # TODO\n",
  ],
  [
    "words about tests",
    "all tests pass\n1) first do this\n2) then that\nok then\nFAILED to connect\n--- a/x\n+++ b/x\n",
  ],
  ["a crash", "Segmentation fault (core dumped)\n"],
])("10.30: no test fails in %s", (_, output) => {
  expect(readTests(output).failing).toEqual([]);
});

test("10.30: a flood of five megabytes between failures loses none, and is read in bounded memory", () => {
  const reading = new TestReading("/w");
  reading.write("not ok 1 - first\n");
  for (let line = 0; line < 100_000; line += 1)
    reading.write(`ok ${line} - a passing test with a rather long name\n`);
  reading.write("not ok 7 - last\n");
  expect(reading.end().failing.map((one) => one.test)).toEqual(["first", "last"]);
});

test("10.41: of a line without an end, the start is read, and nothing behind it passes for a line", () => {
  const reading = new TestReading("/w");
  reading.write(`not ok 1 - long ${"x".repeat(3_000)}`);
  for (const piece of ["not ok 2 - inside", "x".repeat(5_000), "not ok 3 - still inside\n"])
    reading.write(piece);
  reading.write("not ok 4 - after\n");
  const names = reading.end().failing.map((one) => one.test);
  expect(names).toEqual([expect.stringMatching(/^long x+/), "after"]);
  const last = new TestReading("/w");
  last.write("y".repeat(3_000));
  last.write("not ok 5 - inside");
  expect(last.end().failing).toEqual([]);
});

test("10.41: a line that is repeated over and over is read a hundred and one times, and what comes after it again", () => {
  const line = "test result: ok. 1 passed; 0 failed; 0 ignored\n";
  const passed = (output: string) => readTests(output).counts?.passed;
  expect(passed(line.repeat(101))).toBe(101);
  expect(passed(line.repeat(150))).toBe(101);
  expect(passed(`${line.repeat(150)}\n${line.repeat(2)}`)).toBe(103);
});

test.each([
  ["at once", []],
  ["after what the test printed", ["printed before", "and a second line"]],
])("10.41: cargo: what a test panicked with is its message, %s, and nothing around it", (_, before) => {
  const output = [
    "     Running unittests src/lib.rs (target/debug/deps/calc)",
    "running 1 test",
    "test tests::halves ... FAILED",
    "failures:",
    "---- tests::halves stdout ----",
    ...before,
    "thread 'tests::halves' panicked at src/lib.rs:4:5:",
    "first line",
    "second line",
    "note: run with `RUST_BACKTRACE=1`",
    "",
    "failures:",
    "    tests::halves",
    "test result: FAILED. 0 passed; 1 failed; 0 ignored",
  ];
  expect(readTests(output.join("\n")).failing).toEqual([
    {
      test: "halves",
      suite: "tests",
      file: "src/lib.rs",
      place: "src/lib.rs:4:5",
      message: "first line\nsecond line",
    },
  ]);
});

test("10.30: at most 200 are listed, and the others counted", () => {
  const output = Array.from({ length: 450 }, (_, index) => `not ok ${index} - t${index}`).join("\n");
  const { failing, more } = readTests(output);
  expect([failing.length, more]).toEqual([200, 250]);
});

test("10.30: what is fed in pieces is read as if it came whole", () => {
  const names = cases.map(([name]) => name);
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.array(fc.nat(400), { minLength: 1, maxLength: 20 }),
      (name, sizes) => {
        const text = recorded(name);
        const reading = new TestReading("/home/pia/calc");
        let at = 0;
        for (let piece = 0; at < text.length; piece += 1) {
          const size = (sizes[piece % sizes.length] ?? 0) + 1;
          reading.write(text.slice(at, at + size));
          at += size;
        }
        expect(reading.end()).toEqual(read(name));
      },
    ),
    { numRuns: 60 },
  );
});

/** Pieces that readers react to, in any order: nothing may throw, hang, or grow without bound. */
const hostile = fc.constantFrom(
  "not ok 1 - ",
  "  ---\n  error: |-\n",
  "✖ failing tests:\n",
  "test at a.js:1:1\n",
  "▶ ",
  " FAIL  a.test.ts > ",
  "FAIL ./a.test.js\n  ● ",
  "  3 failing\n  1) ",
  "________ test_a ________\n",
  "=== short test summary info ===\nFAILED a.py::",
  `${"=".repeat(70)}\nFAIL: test_a (b.C)\n`,
  "--- FAIL: TestA/b (0.00s)\n",
  "FAIL\tpkg\t0.1s\n",
  '{"Action":"output","Output":"--- FAIL: T\\n"',
  "running 2 tests\ntest a ... FAILED\n---- a stdout ----\n",
  "Failures:\n\n  1) ",
  "There were 2 failures:\n\n1) A::b\n",
  '<testcase name="a"><failure message="',
  "\u001b[31m",
  "\u0000\u202e",
  "\r",
  "\n",
  " ".repeat(3000),
  "(".repeat(500),
  "a.test.js:1:1 ".repeat(200),
  "Tests: 99999999999999999999999 failed, 1 passed (3)",
);

const control = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(8)}\u202e]`);

test("10.30: hostile output neither throws nor leaves control characters or endless names", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string()), { maxLength: 40 }), (pieces) => {
      for (const { test: name, suite = "", message = "", file = "", place = "" } of readTests(pieces.join(""))
        .failing) {
        expect(`${name}${suite}${message}${file}${place}`).not.toMatch(control);
        for (const part of [name, suite, file, place]) expect(part.length).toBeLessThanOrEqual(301);
        expect(message.length).toBeLessThanOrEqual(801);
      }
    }),
    { numRuns: 300 },
  );
});

/** Lines of which a pattern that tries every way would try millions. */
const mazes = [
  ["", "... FAILED "],
  ["", "FAILED ... "],
  ["✖ ", "... FAILED "],
  ["not ok 1 - ", "\t"],
  ["not ok 1 - ", " "],
  ["FAIL  ", " > ["],
  ["  1) ", " ("],
  ["<testcase ", 'name="'],
  ["test ", " - should panic "],
  ["[ERROR] ", "a."],
  ["Tests: ", "1 failed, "],
] as const;

test.each(mazes)(
  "10.30: megabytes of %j and %j are read in one pass each",
  (begins, maze) => {
    const reading = new TestReading("/nowhere");
    const line = `${begins}${maze.repeat(2000)}`.slice(0, 1990);
    for (let count = 0; count < 1500; count += 1) reading.write(`${line}${count}\n`);
    expect(reading.end().failing.length).toBeLessThanOrEqual(200);
  },
  20_000,
);

test.each([
  ["of the test with its class", "TestHalf.test_odd"],
  ["of the test alone", "test_odd"],
  ["of the file", "test_calc.py"],
])("10.41: pytest: what failed is found below the name %s", (_, name) => {
  const output = [
    "=================================== FAILURES ===================================",
    `____________________________ ${name} ____________________________`,
    "    def test_odd(self):",
    ">       assert half(3) == 1",
    "E       assert 1.5 == 1",
    "",
    "test_calc.py:7: AssertionError",
    "=========================== short test summary info ============================",
    "FAILED test_calc.py::TestHalf::test_odd - assert 1.5...",
    "============================== 1 failed in 0.02s ===============================",
  ];
  expect(readTests(output.join("\n")).failing).toMatchObject([
    { suite: "TestHalf", test: "test_odd", place: "test_calc.py:7", message: "assert 1.5 == 1" },
  ]);
});

test("10.41: a pytest that dies in the middle of its last block has told what it told", () => {
  const output = [
    "test_a.py::test_x FAILED                 [ 50%]",
    "=================== FAILURES ===================",
    "____________________ test_x ____________________",
    "E   AssertionError: boom",
    "test_a.py:3: AssertionError",
  ].join("\n");
  expect(readTests(output).failing).toMatchObject([{ test: "test_x", message: "AssertionError: boom" }]);
});

test("10.30: go test -json: what packages print at the same time stays with its package", () => {
  const line = (of: string, output: string) =>
    JSON.stringify({ Time: "2026-11-17T22:11:57Z", Action: "output", Package: of, Output: `${output}\n` });
  const built = (of: string, output: string) =>
    JSON.stringify({ ImportPath: `${of} [${of}.test]`, Action: "build-output", Output: `${output}\n` });
  const output = [
    built("ex/c", "# ex/c [ex/c.test]"),
    built("ex/d", "# ex/d [ex/d.test]"),
    built("ex/c", "c/c_test.go:3:1: undefined: nothing"),
    built("ex/d", "d/d_test.go:4:1: undefined: something"),
    line("ex/a", "=== RUN   TestA"),
    line("ex/b", "=== RUN   TestB"),
    line("ex/a", "    a_test.go:5: a is odd"),
    line("ex/b", "    b_test.go:6: b is odd"),
    line("ex/b", "--- FAIL: TestB (0.00s)"),
    line("ex/a", "--- FAIL: TestA (0.00s)"),
    line("ex/c", "FAIL\tex/c [build failed]"),
    line("ex/a", "FAIL\tex/a\t0.01s"),
    line("ex/b", "FAIL\tex/b\t0.02s"),
    line("ex/d", "FAIL\tex/d [build failed]"),
    line("ex/e", "--- FAIL: TestE (0.00s)"),
  ];
  const { failing, counts } = readTests(output.join("\n"));
  expect(failing.map(({ file, test: name, message }) => [file, name, message])).toEqual([
    ["ex/c", wholeFile, "c/c_test.go:3:1: undefined: nothing"],
    ["ex/a", "TestA", "a_test.go:5: a is odd"],
    ["ex/b", "TestB", "b_test.go:6: b is odd"],
    ["ex/d", wholeFile, "d/d_test.go:4:1: undefined: something"],
    ["ex/e", "TestE", undefined],
  ]);
  expect(counts).toEqual({ passed: 0, failed: 3, skipped: 0 });
});
