import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../text-width.ts";
import { cutSpans, paintSpans, type Span } from "./spans.ts";

const text = (spans: readonly Span[]) => spans.map((span) => span.text).join("");

describe("a row cut to its columns", () => {
  test.each<[what: string, spans: readonly string[], from: number, width: number, row: string]>([
    ["that fits", ["ab", "cd"], 0, 6, "abcd  "],
    ["that is too long", ["abc", "def"], 0, 5, "abcd…"],
    ["moved to the right", ["abc", "def"], 2, 4, "…def"],
    ["cut at both sides", ["abc", "defgh"], 2, 4, "…de…"],
    ["moved beyond its end", ["abc"], 5, 4, "…   "],
    ["of wide letters", ["日本", "語"], 0, 4, "日 …"],
    ["with a wide letter across its left side", ["a日本"], 1, 5, "… 本 "],
    ["empty", [], 3, 3, "   "],
    ["without room", ["abc"], 0, 0, ""],
  ])("%s", (_, texts, from, width, row) => {
    expect(
      text(
        cutSpans(
          texts.map((one) => ({ text: one })),
          from,
          width,
        ),
      ),
    ).toBe(row);
  });

  test("is painted part by part", () => {
    const spans: readonly Span[] = [{ text: "if", style: "keyword" }, { text: " x" }];
    expect(paintSpans(spans, (style, part) => `<${style}>${part}</>`)).toBe("<keyword>if</> x");
  });

  test("is exactly as wide as it should be, whatever it holds", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", " ", "日", "é", "👍", "e\u0301", "🇩🇪"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 4 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 30 }),
        (texts, from, width) => {
          const spans = texts.map((one) => ({ text: one }));
          expect(widthOf(text(cutSpans(spans, from, width)))).toBe(width);
        },
      ),
    );
  });
});
