import { expect, test } from "vitest";
import { failingTests } from "./failing-tests.ts";

test.each([
  ["TAP", "ok 1 - adds\nnot ok 2 - takes away\n  ---\n", ["takes away"]],
  [
    "nested TAP, with the file as a test of its own",
    "    not ok 1 - inner\nnot ok 1 - test/a.test.js\n",
    ["inner"],
  ],
  ["TAP that is expected to fail", "not ok 1 - later # TODO soon\nnot ok 2 - real # time=3\n", ["real"]],
  ["Node's own report", "✖ takes away (1.2ms)\n✔ adds (0.3ms)\n", ["takes away"]],
  ["Vitest", "   × core > takes away 3ms\n", ["core > takes away 3ms"]],
  ["pytest", "FAILED tests/test_a.py::test_b - assert 1 == 2\n", ["tests/test_a.py::test_b"]],
  ["nothing known", "Segmentation fault\n", []],
])("names are found in %s", (_, output, names) => {
  expect(failingTests(output)).toEqual(names);
});

test("a few are named, the others counted, and each only once", () => {
  const output = ["a", "b", "c", "d", "e", "a"].map((name) => `not ok 1 - ${name}`).join("\n");
  expect(failingTests(output)).toEqual(["a", "b", "c", "and 2 more"]);
});
