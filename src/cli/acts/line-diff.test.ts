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
