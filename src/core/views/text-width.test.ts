import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitted, fittedEnd, widthOf } from "./text-width.ts";

const family = "👨‍👩‍👧‍👦";
const flag = "🇩🇪";

describe("a terminal gives", () => {
  test.each<[what: string, text: string, columns: number]>([
    ["letters one column each", "abc", 3],
    ["Chinese two", "日本", 4],
    ["a Korean syllable two", "한", 2],
    ["a Korean syllable in parts two", "\u1112\u1161\u11ab", 2],
    ["a full-width letter two", "ｆ", 2],
    ["a half-width letter one", "ﾊ", 1],
    ["a letter with an accent one", "e\u0301", 1],
    ["a letter with two accents one", "a\u0308\u0323", 1],
    ["an emoji two", "👍", 2],
    ["an emoji in a colour two", "👍🏽", 2],
    ["a family two", family, 2],
    ["a flag two", flag, 2],
    ["a key two", "1\ufe0f\u20e3", 2],
    ["a sign that is asked to be an emoji two", "⚠\ufe0f", 2],
    ["the same sign alone one", "⚠", 1],
    ["an ellipsis and a rule one each", "…─", 2],
    ["what cannot be seen none", "a\u200bb\u2060", 2],
    ["a colour none", "\u001b[1;31mred\u001b[39m", 3],
    ["a link none", "\u001b]8;;https://example.com\u0007here\u001b]8;;\u0007", 4],
  ])("%s", (_, text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });
});

describe("what does not fit is cut", () => {
  test("at either end", () => {
    expect(fitted("a long sentence", 8)).toBe("a long …");
    expect(fittedEnd("a long sentence", 8)).toBe("…entence");
    expect(fitted("short", 8)).toBe("short");
    expect(fittedEnd("short", 8)).toBe("short");
  });

  test("between characters, never inside of one", () => {
    expect(fitted(`${family}${family}${family}`, 5)).toBe(`${family}${family}…`);
    expect(fitted(`${family}${family}${family}`, 4)).toBe(`${family}…`);
    expect(fittedEnd(`${flag}🇫🇷🇮🇹`, 4)).toBe("…🇮🇹");
    expect(fitted("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
    expect(fittedEnd("日本語", 4)).toBe("…語");
  });

  test("to at most its room", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", " ", "日", "e\u0301", family, flag, "\u200b") });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, width) => {
        for (const cut of [fitted(text, width), fittedEnd(text, width)])
          expect(widthOf(cut)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
