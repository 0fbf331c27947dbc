import { expect, test } from "vitest";
import { changedFiles } from "../../text/changed-files.ts";
import { statLines } from "./stat-lines.ts";

test("the files of a change, with what they were called, and their lines", () => {
  const diff = [
    "diff --git a/old.js b/new.js",
    "rename from old.js",
    "rename to new.js",
    "@@ -1,2 +1,2 @@",
    " same",
    "-was",
    "+is",
    "diff --git a/b.js b/b.js",
    "@@ -1 +1,2 @@",
    "+more",
  ].join("\n");
  expect(statLines(changedFiles(diff))).toEqual([
    "  old.js → new.js  +1 −1",
    "  b.js             +1 −0",
    "2 files, +2 −1",
  ]);
});
