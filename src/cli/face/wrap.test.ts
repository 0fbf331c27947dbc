import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitted, fittedEnd, widthOf } from "../../core/text/text-width.ts";
import { wrap } from "./wrap.ts";

describe("wrapping", () => {
  test.each<[what: string, text: string, width: number, hang: number, rows: string[]]>([
    ["words", "one two three", 8, 0, ["one two", "three"]],
    ["with a hanging indent", "r1  one two three", 9, 4, ["r1  one", "    two", "    three"]],
    ["a word that is too long", "abcdefghij", 4, 0, ["abcd", "efgh", "ij"]],
    ["its own line ends", "one\n\ntwo", 20, 0, ["one", "", "two"]],
    ["its own indentation", "  one two", 6, 0, ["  one", "two"]],
    ["wide letters", "日本語 漢字", 6, 0, ["日本語", "漢字"]],
    ["without a terminal", "one two three", Number.POSITIVE_INFINITY, 0, ["one two three"]],
  ])("%s", (_, text, width, hang, rows) => {
    expect(wrap(text, width, hang)).toEqual(rows);
  });

  test("no row is too wide, and no letter is lost", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b", " ", "日", "\n", "é", "👍"), maxLength: 60 });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 0, max: 6 }),
        (text, width, hang) => {
          const rows = wrap(text, width, hang);
          for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
          expect(rows.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        },
      ),
    );
  });
});

describe("width", () => {
  test.each([
    ["abc", 3],
    ["日本", 4],
    ["e\u0301", 1],
    ["👍", 2],
    ["ｆ", 2],
  ])("%s takes %i columns", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test("what does not fit is cut, at either end", () => {
    expect(fitted("a long sentence", 8)).toBe("a long …");
    expect(fittedEnd("a long sentence", 8)).toBe("…entence");
    expect(fitted("short", 8)).toBe("short");
  });
});
