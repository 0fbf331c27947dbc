import { expect, test } from "vitest";
import { lookedUp, noHistory, withSent } from "./history.ts";

/** The texts that are seen when a person looks up (-1) and down (1) again and again. */
function walk(sent: readonly string[], draft: string, ways: readonly (-1 | 1)[]) {
  let history = sent.reduce(withSent, noHistory);
  let text = draft;
  return ways.map((by) => {
    const found = lookedUp(history, by, text);
    if (!found) return undefined;
    history = found.history;
    text = found.text;
    return text;
  });
}

test.each<[sent: string[], ways: (-1 | 1)[], seen: (string | undefined)[]]>([
  [[], [-1, 1], [undefined, undefined]],
  [["a"], [-1, -1, 1, 1], ["a", undefined, "draft", undefined]],
  [
    ["a", "b"],
    [-1, -1, 1, 1, -1],
    ["b", "a", "b", "draft", "b"],
  ],
  [
    ["a", "a", "b", "b"],
    [-1, -1, -1],
    ["b", "a", undefined],
  ],
])("of %j, %j shows %j", (sent, ways, seen) => {
  expect(walk(sent, "draft", ways)).toEqual(seen);
});
