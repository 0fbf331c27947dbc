import { expect, test } from "vitest";
import { wholeFile } from "../../reports/test-report.ts";
import { failingTests, failingTestsIn } from "./failing-tests.ts";

test.each([
  ["TAP", "ok 1 - adds\nnot ok 2 - takes away\n  ---\n", ["takes away"]],
  [
    "nested TAP, with the file as a test of its own",
    "    not ok 1 - inner\nnot ok 1 - test/a.test.js\n",
    ["inner"],
  ],
  ["TAP that is expected to fail", "not ok 1 - later # TODO soon\nnot ok 2 - real # time=3\n", ["real"]],
  [
    "TAP with the name of the test above its assertions",
    "# by zero\nnot ok 1 throws\n",
    ["by zero > throws"],
  ],
  [
    "tap-spec",
    "\n  by zero\n\n    ✔ adds\n\n    ✖ throws\n    ---------\n      operator: throws\n\n",
    ["by zero > throws"],
  ],
  ["Node's own report", "✖ takes away (1.2ms)\n✔ adds (0.3ms)\n", ["takes away"]],
  ["Vitest", "   × core > takes away 3ms\n", ["core > takes away"]],
  ["pytest", "FAILED tests/test_a.py::test_b - assert 1 == 2\n", ["test_b"]],
  ["nothing known", "Segmentation fault\n", []],
])("names are found in %s", (_, output, names) => {
  expect(failingTestsIn(output)).toEqual(names);
});

test("a few are named, the others counted, and each only once", () => {
  const output = ["a", "b", "c", "d", "e", "a"].map((name) => `not ok 1 - ${name}`).join("\n");
  expect(failingTestsIn(output)).toEqual(["a", "b", "c", "and 2 more"]);
});

test("10.30: tests that a fact names are told by these names, and those beyond the list are counted", () => {
  const result = { name: "tests", command: "npm test", exit: 1, ms: 1, blob: "b" };
  const failing = ["a", "b", "c", "d"].map((test) => ({ test, file: "x.js" }));
  expect(failingTests([{ ...result, failing, moreFailing: 7 }])).toEqual(["a", "b", "c", "and 8 more"]);
  expect(failingTests([result])).toEqual([]);
});

test.each<[number, number | undefined, readonly string[]]>([
  [2, undefined, ["n1", "n2"]],
  [3, undefined, ["n1", "n2", "n3"]],
  [4, undefined, ["n1", "n2", "n3", "and 1 more"]],
  [3, 1, ["n1", "n2", "n3", "and 1 more"]],
  [2, 1, ["n1", "n2"]],
])("three are named: of %i with %s beyond the list", (count, moreFailing, names) => {
  const failing = Array.from({ length: count }, (_, index) => ({ test: `n${index + 1}` }));
  const result = { name: "tests", command: "npm test", exit: 1, ms: 1, blob: "b", failing };
  expect(failingTests([{ ...result, ...(moreFailing !== undefined && { moreFailing }) }])).toEqual(names);
});

test("a file that fails as a whole is told by its name, if it has one", () => {
  const result = { name: "tests", command: "npm test", exit: 1, ms: 1, blob: "b" };
  const told = (...failing: { test: string; file?: string }[]) => failingTests([{ ...result, failing }]);
  expect(told({ test: wholeFile, file: "a.test.js" })).toEqual(["a.test.js"]);
  expect(told({ test: wholeFile })).toEqual([wholeFile]);
  expect(told({ test: "adds", file: "a.test.js" })).toEqual(["adds"]);
});
