import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../text-width.ts";
import { wrap } from "./wrap.ts";

describe("wrapping", () => {
  test.each<[what: string, text: string, width: number, hang: number, rows: string[]]>([
    ["words", "one two three", 8, 0, ["one two", "three"]],
    ["with a hanging indent", "r1  one two three", 9, 4, ["r1  one", "    two", "    three"]],
    ["a word that is too long", "abcdefghij", 4, 0, ["abcd", "efgh", "ij"]],
    ["its own line ends", "one\n\ntwo", 20, 0, ["one", "", "two"]],
    ["its own indentation", "  one two", 6, 0, ["  one", "two"]],
    ["a word that is too long, below its label", "r1  abcdefghij", 9, 4, ["r1  abcde", "    fghij"]],
    ["wide letters", "日本語 漢字", 6, 0, ["日本語", "漢字"]],
    ["wide letters without a space", "日本語漢字", 7, 0, ["日本語", "漢字"]],
    ["emoji made of several", "👨‍👩‍👧‍👦 👨‍👩‍👧‍👦 👨‍👩‍👧‍👦", 5, 0, ["👨‍👩‍👧‍👦 👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]],
    [
      "emoji made of several, without a space",
      "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
      5,
      0,
      ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"],
    ],
    ["flags", "🇩🇪🇫🇷🇮🇹", 4, 0, ["🇩🇪🇫🇷", "🇮🇹"]],
    ["accents", "e\u0301te\u0301 e\u0301te\u0301 n\u0303", 5, 2, ["été", "  été", "  ñ"]],
    ["spaces in a row", "a   b      c", 6, 0, ["a   b", "c"]],
    ["without a terminal", "one two three", Number.POSITIVE_INFINITY, 0, ["one two three"]],
  ])("%s", (_, text, width, hang, rows) => {
    expect(wrap(text, width, hang)).toEqual(rows);
  });

  test("no row is too wide, and no letter is lost", () => {
    const texts = fc.string({
      unit: fc.constantFrom("a", "b", " ", "日", "\n", "é", "👍", "e\u0301", "🇩🇪", "👨‍👩‍👧‍👦"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 0, max: 6 }),
        (text, width, hang) => {
          const rows = wrap(text, width, hang);
          for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
          expect(rows.join("").normalize().replace(/\s/g, "")).toBe(text.normalize().replace(/\s/g, ""));
        },
      ),
    );
  });
});
