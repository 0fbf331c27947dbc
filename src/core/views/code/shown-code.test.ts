import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../text-width.ts";
import { shownCode } from "./shown-code.ts";

describe("a line of code", () => {
  test.each<[what: string, line: string, shown: string]>([
    ["plain", "const a = 1;", "const a = 1;"],
    ["letters of other scripts", "// größer, 日本語, हिन्दी", "// größer, 日本語, हिन्दी"],
    ["an escape sequence", "a\u001b[2Jb", "a\\x1b[2Jb"],
    ["a single byte that begins a sequence", "a\u009b2Jb", "a\\x9b2Jb"],
    ["reversed text", "if (\u202e x \u2066) {", "if (\\u202e x \\u2066) {"],
    ["an end of a line in the middle", "safe();\rrm();", "safe();\\rrm();"],
    ["a separator of lines", "a\u2028b\u0085c", "a\\u2028b\\x85c"],
    ["a backspace", "ab\b\bxy", "ab\\x08\\x08xy"],
    ["nothing that takes a place", "is\u200bAdmin", "is\\u200bAdmin"],
    ["a joiner between letters", "is\u200dAdmin\u200c", "is\\u200dAdmin\\u200c"],
    ["letters that look empty", "a\u3164 = \u2800", "a\\u3164 = \\u2800"],
    ["words behind an emoji", "👍\ufe0f\ufe01\u{e0130}", "👍\ufe0f\\ufe01\\u{e0130}"],
    ["a selector without an emoji", "a\ufe0f1\ufe0f", "a\\ufe0f1\\ufe0f"],
    ["emoji made of several", "👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥", "👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥"],
    ["a joiner that a script needs", "می‌خواهم क्‍ष", "می‌خواهم क्‍ष"],
    ["tabs", "\tif\tx", "    if  x"],
    ["tabs behind wide letters", "日\tx", "日  x"],
    ["half a character", "a\ud800b", "a\\ud800b"],
  ])("%s", (_, line, shown) => {
    expect(shownCode(line)).toBe(shown);
  });

  test("nothing in it moves the cursor, and every character but marks takes a place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (line) => {
        const shown = shownCode(line);
        expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(shownCode(shown)).toBe(shown);
        for (const one of ["\u200d", "\u200c", "\ufe01", "\u3164", "\u034f"])
          expect(widthOf(shownCode(`a${one}b`))).toBe(8);
      }),
    );
  });
});
