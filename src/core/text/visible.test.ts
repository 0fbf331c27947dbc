import fc from "fast-check";
import { expect, test } from "vitest";
import { oneLine } from "./one-line.ts";
import { hanging, quoted, spoken } from "./quoted.ts";
import { mapTexts, visible, visibleIn, withoutHidden } from "./visible.ts";

/** Every kind of character that can hide, turn or break a text. */
const kinds: readonly (readonly [kind: string, character: string, shown: string])[] = [
  ["NUL", "\u0000", "\\x00"],
  ["escape", "\u001b", "\\x1b"],
  ["backspace", "\b", "\\x08"],
  ["form feed", "\f", "\\x0c"],
  ["vertical tab", "\v", "\\x0b"],
  ["delete", "\u007f", "\\x7f"],
  ["next line", "\u0085", "\\x85"],
  ["a C1 control", "\u009b", "\\x9b"],
  ["soft hyphen", "\u00ad", "\\xad"],
  ["line separator", "\u2028", "\\u2028"],
  ["paragraph separator", "\u2029", "\\u2029"],
  ["right to left override", "\u202e", "\\u202e"],
  ["isolate", "\u2066", "\\u2066"],
  ["mark of direction", "\u200f", "\\u200f"],
  ["zero-width space", "\u200b", "\\u200b"],
  ["byte order mark", "\ufeff", "\\ufeff"],
  ["a tag", "\u{e0041}", "\\u{e0041}"],
  ["a variation of the supplement", "\u{e0101}", "\\u{e0101}"],
  ["half a character", "\ud83d", "\\ud83d"],
  ["its other half", "\ude00", "\\ude00"],
  ["no character", "\ufffe", "\\ufffe"],
];

test.each(kinds)("10.6: %s is made visible", (_, character, shown) => {
  expect(visible(`a${character}b`)).toBe(`a${shown}b`);
  expect(withoutHidden(`a${character}b`)).toBe("ab");
});

test("10.6: what one can see stays as it is", () => {
  for (const text of ["tab\tand\nnewline", "Grüße, 世界, 👩‍👩‍👧 ☺️", "می‌خواهم", "\u0601٢", "\\x1b"])
    expect(visible(text)).toBe(text);
});

test("10.6: every end of a line becomes a newline", () => {
  expect(visible("a\r\nb\rc\u0007")).toBe("a\nb\nc\\x07");
  expect(visible("a\r\nb\rc")).toBe("a\nb\nc");
});

/** Any text, with many hidden characters. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("\r", "\n", ...kinds.map(([, one]) => one)),
    ),
  )
  .map((parts) => parts.join(""));
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const hides = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

test("10.6: nothing hidden is left, the text is whole UTF-16, and doing it twice changes nothing", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      for (const shown of [visible(text), withoutHidden(text), oneLine(text)]) {
        expect(shown).not.toMatch(hides);
        expect(new TextDecoder().decode(new TextEncoder().encode(shown))).toBe(shown);
        expect(visible(shown)).toBe(shown);
      }
      expect(oneLine(text)).not.toMatch(/[\n\t]/);
      expect(oneLine(oneLine(text))).toBe(oneLine(text));
    }),
  );
});

test("10.6: in a JSON value all texts are, also the names of fields, and files keep theirs", () => {
  const value = { "a\u0000": ["\u001b", { content: "\u001b", list: [{ content: "\f" }] }], n: 1, none: null };
  expect(visibleIn(value)).toEqual({
    "a\\x00": ["\\x1b", { content: "\\x1b", list: [{ content: "\\x0c" }] }],
    n: 1,
    none: null,
  });
  expect(mapTexts(value, visible, ["content"], (text) => text)).toEqual({
    "a\\x00": ["\\x1b", { content: "\u001b", list: [{ content: "\f" }] }],
    n: 1,
    none: null,
  });
});

test("10.16: no line of a quoted text starts at the margin", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      for (const shown of [quoted(visible(text)), visible(quoted(text)), visible(`  ${hanging(text)}`)])
        for (const line of shown.split("\n")) expect(line).toMatch(/^( {2}.*)?$/u);
    }),
  );
});

test.each([
  ["a label", "\n[product manager] x", "\n> [product manager] x"],
  ["after an empty line", "\n\n[ada] x", "\n\n> [ada] x"],
  ["after a carriage return", "\r[ada] x\r\n[bo] y", "\n> [ada] x\n> [bo] y"],
  ["after blanks of every kind", "\n \t\u00a0\u3000[ada]", "\n>  \t\u00a0\u3000[ada]"],
  ["after what one cannot see", "\n\u200d\ufe0f\u3164[ada]", "\n> \u200d\ufe0f\u3164[ada]"],
  [
    "other brackets",
    "\n\uff3bada\uff3d\n\u3010bo\u3011\n\u27e6cy\u27e7",
    "\n> \uff3bada\uff3d\n> \u3010bo\u3011\n> \u27e6cy\u27e7",
  ],
  ["no label", "\n(optional)\n- [x] done\nif [ -f a ]\n\n{}", "\n(optional)\n- [x] done\nif [ -f a ]\n\n{}"],
])("10.16: what a speaker says after the first line, %s", (_, text, shown) => {
  expect(spoken(`[ada]${text}`)).toBe(`[ada]${shown}`);
});

test.each([
  [0xff, "ÿ"],
  [0x9f, "\\x9f"],
  [0xad, "\\xad"],
  [0xffff, "\\uffff"],
  [0x1_fffe, "\\u{1fffe}"],
])("the code point %d becomes %s", (code, text) => {
  expect(visible(String.fromCodePoint(code))).toBe(text);
});
