import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

test("what is gone, what is new, and what stayed", () => {
  expect(lineDiff("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n")).toEqual(["  a", "- b", "+ x", "  c", "  d", "+ e"]);
  expect(lineDiff("a\nb\n", "b\na\n")).toEqual(["- a", "  b", "+ a"]);
  expect(lineDiff("same\n", "same")).toEqual(["  same"]);
  expect(lineDiff("a\n\nb", "b")).toEqual(["- a", "- ", "  b"]);
});

test("undone by leaving out either side", () => {
  const before = "one\ntwo\nthree\ntwo\nfour";
  const after = "two\nthree\nfive\ntwo\ntwo\nfour\nsix";
  const lines = lineDiff(before, after);
  const side = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(2))
      .join("\n");
  expect(side("+")).toBe(before);
  expect(side("-")).toBe(after);
});

/** Every line numbered, those at `changed` otherwise than in the other text. */
function numbered(count: number, mark: string, changed: (line: number) => boolean): readonly string[] {
  return Array.from({ length: count }, (_, line) => `${line}${changed(line) ? mark : ""}`);
}

test("a few changes in a long text are found where they are", () => {
  const before = numbered(10_000, "", () => false);
  const after = numbered(10_000, "!", (line) => line % 100 === 0);
  const lines = lineDiff(before.join("\n"), after.join("\n"));
  expect(lines.slice(0, 4)).toEqual(["- 0", "+ 0!", "  1", "  2"]);
  expect(lines.filter((line) => !line.startsWith("  "))).toHaveLength(200);
});

test("the search ends where 5,000 lines were changed: one text, then the other", () => {
  const before = numbered(10_000, "", () => false);
  const after = numbered(10_000, "!", (line) => line % 2 === 0);
  expect(lineDiff(before.join("\n"), after.join("\n"))).toEqual([
    ...before.map((line) => `- ${line}`),
    ...after.map((line) => `+ ${line}`),
  ]);
});
