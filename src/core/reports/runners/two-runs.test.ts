import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CheckSaid, judge } from "../judge.ts";
import { type FailingTest, type TestReport, wholeFile } from "../test-report.ts";
import { readTests } from "./read-tests.ts";

const folder = "test/data/runners";
const inLines: Readonly<Record<string, string>> = {
  gradle: "CalcTest > adds() FAILED\n",
  maven: "[ERROR] com.example.CalcTest.adds -- Time elapsed: 0.01 s <<< FAILURE!\n",
  dotnet: "  Failed Calc.Tests.Adds [12 ms]\n",
  bun: "(fail) division > by zero [0.11ms]\n",
  deno: "by zero ... FAILED (2ms)\n",
  nextest: "        FAIL [   0.010s] calc tests::adds\n",
  ava: "  ✘ [fail]: division › by zero\n",
  minitest: "CalcTest#test_adds [test/calc_test.rb:6]:\n",
  exunit: "  1) test adds (CalcTest)\n",
  ctest: "\t  1 - adds (Failed)\n",
};
/** Runs that ended before they could sum up. */
const cut: Readonly<Record<string, string>> = {
  "vitest that was cut off": " ❯ a.test.ts (8 tests | 1 failed) 20ms\n     × takes away 3ms\n",
  "pytest that was cut off": "t.py::test_a PASSED [ 9%]\nt.py::T::test_b FAILED [ 27%]\n",
  "mocha that was cut off": "  calc\n    ✔ adds\n    1) takes away\n",
  "node that was cut off": "▶ calc\n  ✔ adds (1ms)\n  ✖ takes away (1.2ms)\n    Error: no\n",
};
const recorded: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync(folder).map((file) => [file.replace(".txt", ""), readFileSync(`${folder}/${file}`, "utf8")]),
  ),
  ...inLines,
  ...cut,
};
const read = (output: string) => readTests(output, "/home/pia/calc");
const said = ({ counts, failing, more }: TestReport): CheckSaid => ({
  name: "tests",
  command: "npm test",
  exit: 1,
  counts,
  failing,
  moreFailing: more,
});

/** The same run in which another test fails: the last that it names has another name. */
function another(output: string): { readonly output: string; readonly test: string } | undefined {
  const named = read(output).failing.filter(({ test }) => test !== wholeFile);
  const last = named.map(wordOf).findLast((word) => word !== "" && output.includes(word));
  if (last === undefined) return undefined;
  const word = `${last.slice(0, -1)}Q`;
  return { output: output.replaceAll(last, word), test: word };
}

/** What stands in the output for a test's name, however its runner escapes the rest. */
function wordOf({ test: name }: FailingTest): string {
  return name.split(/[^\w ]/).reduce((most, part) => (part.length > most.length ? part : most), "");
}

/** Mocha says nothing where a run begins. */
const hidden = ["mocha that was cut off, before mocha"];
const told = Object.entries(recorded).flatMap(([name, output]) => {
  const changed = another(output);
  return changed ? [{ name, output, changed }] : [];
});

const oneOfEach = told.filter(
  ({ name }) => !name.includes("-") && (inLines[name] === undefined || name === "gradle"),
);
oneOfEach.push(...told.filter(({ name }) => ["node-spec", "node-tap", "node-junit"].includes(name)));

describe("10.38: a test that fails anew in one of two runs of a check is new, whichever runner told the other", () => {
  test.each(told)("$name", ({ name, output, changed }) => {
    const isNew = (now: string, before: string) =>
      judge(said(read(now)), said(read(before))).fresh.some((one) => one.includes(changed.test));
    const lost = oneOfEach.flatMap((other) => [
      ...(isNew(`${other.output}\n${changed.output}`, `${other.output}\n${output}`)
        ? []
        : [`after ${other.name}`]),
      ...(isNew(`${changed.output}\n${other.output}`, `${output}\n${other.output}`)
        ? []
        : [`before ${other.name}`]),
    ]);
    expect(lost.map((where) => `${name}, ${where}`).filter((where) => !hidden.includes(where))).toEqual([]);
  });
});

test("10.30: a message may look like the next failing test, or like one that passes", () => {
  const output = [
    "  1 passing (2ms)",
    "  2 failing",
    "",
    "  1) adds:",
    "  ✔ one",
    "  1) two",
    "     Error",
    "",
    "  2) halves:",
    "     Error",
  ];
  expect(read(output.join("\n")).failing.map((one) => one.test)).toEqual(["adds", "halves"]);
});

test("10.30: Node: a test that fails beside its own subtests, and one with the name of an earlier group, are named", () => {
  const first = ["▶ calc", "  ✔ adds (1.1ms)", "✔ calc (2.2ms)", "✖ calc (3.3ms)", "  Error: no"];
  const second = ["▶ halves", "  ✔ odd (1.2ms)", "✖ halves (2.4ms)", "  Error: no", "✖ failing tests:", ""];
  const end = ["test at a.test.js:3:1", "✖ halves (2.4ms)", "  Error: no"];
  const { failing } = read([...first, ...second, ...end].join("\n"));
  expect(failing.map((one) => one.test)).toEqual(["calc", "halves"]);
});
