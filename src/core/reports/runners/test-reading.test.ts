import { describe, expect, test } from "vitest";
import { readTests, TestReading } from "./read-tests.ts";

const names = (output: string, root?: string) => readTests(output, root).failing.map((one) => one.test);

describe("what several runners say is one report", () => {
  const tap = "ok 1 - a\nnot ok 2 - b\n";
  const jest = "FAIL c.test.js\n  ● d\n";

  test("with the failing tests of all, and the format of the first that names one", () => {
    expect(readTests(`${jest}${tap}`)).toEqual({
      format: "tap",
      counts: { passed: 1, failed: 1, skipped: 0 },
      failing: [{ test: "b" }, { test: "d", file: "c.test.js" }],
      more: 0,
    });
    expect(readTests(`ok 1 - a\n${jest}`).format).toBe("jest");
  });

  test("with one test where two name the same", () => {
    expect(names("CalcTest > adds FAILED\nCalcTest > adds FAILED\nCalcTest > cuts FAILED\n")).toEqual([
      "adds",
      "cuts",
    ]);
  });

  test("with the counts of a summary before those of a list", () => {
    expect(readTests("ok 1 - a\n# pass 7\n").counts).toEqual({ passed: 7, failed: 0 });
    expect(readTests("ok 1 - a\n# pass 7\n").format).toBe("tap");
    expect(readTests("# pass 7\n")).toEqual({ counts: { passed: 7, failed: 0 }, failing: [], more: 0 });
    expect(readTests("words\n")).toEqual({ failing: [], more: 0 });
  });

  test("with the counts of the first list where there are two", () => {
    const output = 'ok 1 - a\n<testcase name="b"/>\n<testcase name="c"/>\n';
    expect(readTests(output)).toMatchObject({ format: "tap", counts: { passed: 1, failed: 0 } });
  });

  test("with lines that only have the sign of a failure where no runner is known", () => {
    expect(readTests("  ✗ halves (3 ms)\n")).toEqual({
      format: "other",
      failing: [{ test: "halves" }],
      more: 0,
    });
    expect(names(`  ✗ halves\n${tap}`)).toEqual(["b"]);
    expect(names("  ✗ later # todo\n")).toEqual([]);
  });

  test("with as many as two hundred by name, and the others by number", () => {
    const report = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `CalcTest > t${index} FAILED\n`);
      const { failing, more } = readTests(lines.join(""));
      return [failing.length, more];
    };
    expect([report(199), report(200), report(201), report(1002)]).toEqual([
      [199, 0],
      [200, 0],
      [200, 1],
      [200, 802],
    ]);
    const many = Array.from(
      { length: 1002 },
      (_, index) => `not ok ${index} - a${index}\nB > b${index} FAILED\n`,
    );
    expect(readTests(many.join("")).more).toBe(2004 - 200);
  });
});

describe("lines", () => {
  test("are read up to two thousand characters", () => {
    const line = (length: number) => `CalcTest > ${"x".repeat(length - "CalcTest >  FAILED".length)} FAILED`;
    for (const end of ["\n", ""]) {
      expect(names(`${line(2000)}${end}`)).toHaveLength(1);
      expect(names(`${line(2001)}${end}`)).toHaveLength(0);
    }
  });

  test("may come in pieces, and the last one need not end", () => {
    const reading = new TestReading("/w");
    for (const piece of ["CalcTest > ad", "ds FAI", "LED\nCalcTest > cuts", " FAILED"]) reading.write(piece);
    expect(reading.end().failing.map((one) => one.test)).toEqual(["adds", "cuts"]);
  });

  test("of which the start was enough end where they end", () => {
    const reading = new TestReading("/w");
    reading.write("y".repeat(2001));
    reading.write("\nCalcTest > adds FAILED\nCalcTest > cuts FAILED\n");
    expect(reading.end().failing.map((one) => one.test)).toEqual(["adds", "cuts"]);
  });

  test("have no colours, and a carriage return ends one", () => {
    expect(names("\u001b[31mCalcTest > adds FAILED\u001b[0m\r\r\n")).toEqual(["adds"]);
    expect(names("10 %\rCalcTest > adds FAILED\rCalcTest > cuts FAILED\n")).toEqual(["adds", "cuts"]);
  });

  test("that are the same are read again after another one", () => {
    const line = "test result: ok. 1 passed; 0 failed; 0 ignored\n";
    expect(readTests(`${line.repeat(101)}x\n${line.repeat(101)}`).counts?.passed).toBe(202);
  });
});

test.each([
  ["/w/calc", "/w/calc/a.js:1:2", "a.js:1:2"],
  ["/w/calc", "file:///w/calc/a.js:1:2", "a.js:1:2"],
  ["/w/my calc", "file:///w/my%20calc/a.js:1:2", "a.js:1:2"],
  ["/w/my_calc", "/w/my_calc/b/a.js:1:2", "b/a.js:1:2"],
  ["/w/calc", "/w/calculus/a.js:1:2", undefined],
  ["/w/calc", "file:///w/other/a.js:1:2", undefined],
])("in %s the place %s is told as %s", (root, place, told) => {
  const output = `✖ adds (1ms)\n  Error: no\n      at f (${place})\n`;
  expect(readTests(output, root).failing[0]?.place).toBe(told);
});

test.each([
  ["CalcTest > adds > two FAILED", { suite: "CalcTest", test: "adds > two" }],
  ["[ERROR]   com.CalcTest.adds[1] -- x <<< ERROR!", { suite: "com.CalcTest", test: "adds[1]" }],
  ["  Failed Calc.Adds(1, 2) [< 1 ms]", { test: "Calc.Adds(1, 2)" }],
  ["(fail) a > b > c [0.11ms]", { suite: "a > b", test: "c" }],
  ["✗ a > b [2s]", { suite: "a", test: "b" }],
  ["(fail) alone", { test: "alone" }],
  ["by zero ... nested ... FAILED (2ms)", { test: "by zero" }],
  ["        FAIL [   0.010s] (1/2) calc a::b::c", { file: "calc", suite: "a > b", test: "c" }],
  ["  ✘ [fail]: a › b › c (12ms)", { suite: "a > b", test: "c" }],
  [
    "A::CalcTest#test_adds [test/a.rb:6]:",
    { suite: "A::CalcTest", test: "test_adds", file: "test/a.rb", place: "test/a.rb:6" },
  ],
  ["  12) test adds (two) (Calc.Test)", { suite: "Calc.Test", test: "adds (two)" }],
  ["\t 12 - adds (SEGFAULT)", { test: "adds" }],
])("the line %j names its failing test", (line, told) => {
  expect(readTests(`${line}\n`).failing).toEqual([told]);
});
