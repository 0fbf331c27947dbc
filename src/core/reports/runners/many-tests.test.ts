import { describe, expect, test } from "vitest";
import { type CheckSaid, judge } from "../judge.ts";
import { readTests } from "./read-tests.ts";

/** Lines of a run in which so many tests fail. Its own count is left out: not every run gets that far. */
type Run = (names: readonly string[]) => readonly string[];

const runs: Readonly<Record<string, Run>> = {
  tap: (names) => names.map((name, index) => `not ok ${index + 1} - ${name}`),
  "node, cut off": (names) => names.map((name) => `✖ ${name} (1.5ms)`),
  node: (names) => [
    ...names.map((name) => `✖ ${name} (1.5ms)`),
    "✖ failing tests:",
    ...names.flatMap((name) => ["", "test at a.test.js:1:1", `✖ ${name} (1.5ms)`, "  Error"]),
  ],
  vitest: (names) => [
    ...names.map((name) => `     × ${name} 3ms`),
    ...names.flatMap((name) => [` FAIL  a.test.ts > ${name}`, `Error: ${name}`, "⎯⎯⎯⎯"]),
  ],
  "vitest, cut off": (names) => names.map((name) => `     × ${name} 3ms`),
  jest: (names) => ["FAIL a.test.js", ...names.flatMap((name) => [`  ● ${name}`, "    Error"])],
  mocha: (names) => [
    ...names.map((name, index) => `    ${index + 1}) ${name}`),
    "  1 passing (2ms)",
    `  ${names.length} failing`,
    ...names.flatMap((name, index) => [`  ${index + 1}) ${name}:`, "     Error"]),
  ],
  "mocha, cut off": (names) => ["    ✔ adds", ...names.map((name, index) => `    ${index + 1}) ${name}`)],
  pytest: (names) => [
    ...names.map((name) => `t.py::${name} FAILED [ 10%]`),
    "=== short test summary info ===",
    ...names.map((name) => `FAILED t.py::${name} - assert`),
  ],
  "pytest, cut off": (names) => names.map((name) => `t.py::${name} FAILED [ 10%]`),
  unittest: (names) => names.flatMap((name) => ["=".repeat(70), `FAIL: ${name} (t.T.${name})`, "Error"]),
  go: (names) => [...names.map((name) => `--- FAIL: ${name} (0.00s)`), "FAIL\tpkg\t0.1s"],
  cargo: (names) => ["running 9 tests", ...names.map((name) => `test ${name} ... FAILED`)],
  rspec: (names) => ["Failures:", ...names.map((name, index) => `  ${index + 1}) ${name}`)],
  phpunit: (names) => [
    "There were 9 failures:",
    ...names.map((name, index) => `${index + 1}) CalcTest::${name}`),
  ],
  junit: (names) => names.map((name) => `<testcase name="${name}"><failure message="no"/></testcase>`),
  gradle: (names) => names.map((name) => `CalcTest > ${name} FAILED`),
};

const names = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe("10.38: failing tests are counted beyond those whose names are kept, for", () => {
  test.each(Object.entries(runs))("%s", (_, run) => {
    const said = (count: number): CheckSaid => {
      const { failing, more } = readTests(run(names(count)).join("\n"));
      return { name: "tests", command: "npm test", exit: 1, failing, moreFailing: more };
    };
    const all = ({ failing = [], moreFailing = 0 }: CheckSaid) => failing.length + moreFailing;
    const [few, many] = [said(1100), said(2500)];
    expect([all(few), all(many)]).toEqual([1100, 2500]);
    expect([judge(few, many).ok, judge(many, few).ok]).toEqual([true, false]);
  });
});
