import { expect, test } from "vitest";
import { findingText } from "./finding-text.ts";

const finding = { severity: "minor" as const, task: "t1", text: "It is slow." };

test.each([
  ["nowhere", {}, "minor, t1: It is slow."],
  ["in a file", { file: "src/a.js" }, "minor, t1 src/a.js: It is slow."],
  ["in a line", { file: "src/a.js", line: 7 }, "minor, t1 src/a.js:7: It is slow."],
  ["in a line of no file", { line: 7 }, "minor, t1: It is slow."],
])("a finding %s is told on one line", (_, place, text) => {
  expect(findingText({ ...finding, ...place })).toBe(text);
});
