import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

const marked = (style: string, text: string) => `<${style}>${text}`;

const diff = [
  "diff --git a/old.js b/new.js",
  "rename from old.js",
  "rename to new.js",
  "@@ -1,2 +1,2 @@",
  " same",
  "-was\u001b[2J",
  "+is",
  "diff --git a/b.js b/b.js",
  "@@ -1 +1,2 @@",
  "+more",
  "",
].join("\n");

test("a diff has colours, and nothing in it steers the terminal", () => {
  const lines = diffLines(diff, marked);
  expect(lines[0]).toBe("<bold>diff --git a/old.js b/new.js");
  expect(lines).toContain("<good>+is");
  expect(lines.join("\n")).not.toContain("\u001b[2J");
  expect(diffLines(diff, (_, text) => text)).toContain("@@ -1,2 +1,2 @@");
});
