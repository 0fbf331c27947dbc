import { expect, test } from "vitest";
import { conflictMarker } from "./conflict-marker.ts";

test.each<[what: string, lines: readonly string[], at: number | undefined]>([
  ["both versions", ["a", "<<<<<<< ours", "b", "=======", "c", ">>>>>>> theirs"], 2],
  ["markers without a name", ["<<<<<<<", "=======", ">>>>>>>"], 1],
  ["two of them", ["", "", "<<<<<<< a", ">>>>>>> b", "<<<<<<< a", ">>>>>>> b"], 3],
  ["lines of Windows", ["a\r", "<<<<<<< a\r", ">>>>>>> b\r"], 2],
  ["lines under a heading", ["Title", "======="], undefined],
  ["the end alone, as mail quotes it", [">>>>>>> he said"], undefined],
  ["the end before the beginning", [">>>>>>> b", "<<<<<<< a"], undefined],
  ["eight signs", ["<<<<<<<< a", ">>>>>>>> b"], undefined],
  ["a text about markers", ['const a = "<<<<<<< ours";', 'const b = ">>>>>>> theirs";'], undefined],
  ["nothing", [], undefined],
])("%s", (_, lines, at) => {
  expect(conflictMarker(lines.join("\n"))).toBe(at);
});
