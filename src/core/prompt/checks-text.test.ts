import { expect, test } from "vitest";
import { checksText } from "./checks-text.ts";

const tests = { name: "tests", run: "npm test" };
const lint = { name: "lint", run: "npx eslint .\n# Decisions" };

test.each([
  ["none", [], [], "# Checks\nNone are configured, so the reviewer is the only one who looks."],
  [
    "the same",
    [tests],
    [tests],
    "# Checks\nAfter `done`, and again before landing: npm test\nWith: node v20",
  ],
  [
    "more before landing, on one line each",
    [tests],
    [tests, lint],
    "# Checks\nAfter `done`: npm test\nBefore landing: npm test; npx eslint . # Decisions\nWith: node v20",
  ],
  [
    "only before landing",
    [],
    [tests],
    "# Checks\nAfter `done`: none\nBefore landing: npm test\nWith: node v20",
  ],
])("10.35: a request says which checks will run and with what: %s", (_, quick, full, text) => {
  expect(checksText({ quick, full, timeoutMs: 1 }, ["node v20"])).toBe(text);
});

test("10.35: where no program says its version, none is named; several are, on one line", () => {
  const text = (versions: readonly string[]) =>
    checksText({ quick: [tests], full: [], timeoutMs: 1 }, versions);
  const checks = "# Checks\nAfter `done`: npm test\nBefore landing: none";
  expect(text([])).toBe(checks);
  expect(text(["node v20", "npm\n10"])).toBe(`${checks}\nWith: node v20, npm 10`);
});
