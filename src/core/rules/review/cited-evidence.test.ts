import { expect, test } from "vitest";
import { citedEvidence } from "./cited-evidence.ts";

const place = (text: string, path: string, from: number, to = from) => ({
  kind: "places",
  places: [{ text, path, from, to }],
});

test.each<[string, object | undefined]>([
  ["check unit", { kind: "check", name: "unit" }],
  ["Check: `unit tests`", { kind: "check", name: "unit tests" }],
  ["check #57", { kind: "check", name: "#57" }],
  ['test "two doubles to four"', { kind: "test", name: "two doubles to four" }],
  ["ran `node cli.js 2`", { kind: "ran", command: "node cli.js 2" }],
  ["gone src/old.js", { kind: "gone", path: "src/old.js" }],
  ["src/a.js:3", place("src/a.js:3", "src/a.js", 3)],
  ["the loop at `src/a.js:3-9` goes left", place("src/a.js:3-9", "src/a.js", 3, 9)],
  ["Makefile:3 builds it", place("Makefile:3", "Makefile", 3)],
  ["It works.", undefined],
  ["tested by hand", undefined],
  ["test", undefined],
  ["checked it", undefined],
  ["LGTM", undefined],
])("%s", (text, cited) => {
  expect(citedEvidence(text)).toEqual(cited);
});
