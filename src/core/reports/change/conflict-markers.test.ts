import { expect, test } from "vitest";
import { conflictMarkers } from "./conflict-markers.ts";

const diff = (...added: string[]) =>
  ["diff --git a/a.md b/a.md", "@@ -1 +4,9 @@", " same", ...added.map((line) => `+${line}`), ""].join("\n");

test("markers of a conflict are found where they stand, and a heading is none", () => {
  expect(conflictMarkers(diff("<<<<<<< ours", "1", "=======", "2", ">>>>>>> theirs"))).toEqual([
    { path: "a.md", line: 5 },
    { path: "a.md", line: 9 },
  ]);
  expect(conflictMarkers(diff("Title", "=======", "<<<<<<<<<", "a <<<<<<< b"))).toEqual([]);
});
