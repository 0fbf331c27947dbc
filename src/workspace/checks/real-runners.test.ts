import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { requires } from "../../../test/support/requires.ts";

// Test runners as they print today; what they once printed is in test/data/runners.

const vitest = join(import.meta.dirname, "../../../node_modules/vitest/vitest.mjs");

interface Runner {
  readonly run: string;
  readonly file: string;
  readonly text: string;
  readonly failing: object;
  readonly needs?: "python" | "go";
}

const runners: readonly (readonly [name: string, runner: Runner])[] = [
  [
    "node",
    {
      run: "node --test",
      file: "sum.test.js",
      text: 'const test = require("node:test");\ntest("adds", () => {});\ntest("divides", () => { throw new Error("no"); });\n',
      failing: { test: "divides", message: expect.stringContaining("no") },
    },
  ],
  [
    "vitest",
    {
      run: `node '${vitest}' run --globals --root .`,
      file: "sum.test.js",
      text: 'describe("sums", () => {\n  it("adds", () => {});\n  it("divides", () => { expect(4 / 2).toBe(3); });\n});\n',
      failing: {
        ...{ file: "sum.test.js", suite: "sums", test: "divides" },
        message: expect.stringContaining("expected 2"),
      },
    },
  ],
  [
    "pytest",
    {
      run: "/usr/bin/python3 -m pytest -p no:cacheprovider",
      file: "test_sum.py",
      text: "def test_adds():\n    assert 1 + 1 == 2\n\ndef test_divides():\n    assert 4 / 2 == 3\n",
      failing: { file: "test_sum.py", test: "test_divides", message: expect.stringContaining("assert") },
      needs: "python",
    },
  ],
  [
    "go",
    {
      run: "GOCACHE=$PWD/.cache go test ./...",
      file: "sum_test.go",
      text: 'package sum\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {}\n\nfunc TestDivides(t *testing.T) { t.Error("no") }\n',
      failing: { test: "TestDivides" },
      needs: "go",
    },
  ],
];

test.each(runners)("11: of %s, the test that fails is named", async (_, runner) => {
  const { run, file, text, failing, needs } = runner;
  if (needs) requires(needs);
  const place = await gitPlace();
  await writeFiles(join(place.folder, "desk"), { [file]: text, "go.mod": "module sum\n\ngo 1.19\n" });
  const checks = [{ name: "tests", run }];
  const [ended] = await place.open().runChecks("desk", checks, { timeoutMs: 60_000 }, noAbort);
  expect(ended?.report.failing, ended?.output).toEqual([expect.objectContaining(failing)]);
  expect(ended?.exit).not.toBe(0);
});
