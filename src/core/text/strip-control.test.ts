import fc from "fast-check";
import { expect, test } from "vitest";
import { stripControl } from "./strip-control.ts";

test.each([
  ["colours", "\u001b[1;31mred\u001b[0m", "red"],
  ["cursor and screen", "a\u001b[2J\u001b[H\u001b[?25lb", "ab"],
  ["a title", "a\u001b]0;evil\u0007b\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "ablink"],
  ["a sequence that never ends", "a\u001b]0;swallows the line\nnext", "a\nnext"],
  ["one-byte forms", "a\u009b31mred\u009d0;t\u009cb", "aredb"],
  ["short escapes", "\u001bc\u001b(B\u001b7x\u001b", "x"],
  ["carriage returns", "10%\r20%\r\nend\r", "10%\n20%\nend\n"],
  ["control characters", "a\u0000\u0008\u007fb\tc", "ab\tc"],
  ["reversed text", "a\u202egnp.exe\u2066\u2069", "agnp.exe"],
])("%s", (_, text, clean) => {
  expect(stripControl(text)).toBe(clean);
});

test("nothing that could steer a terminal is left, and doing it twice changes nothing", () => {
  const nasty = fc.string({
    unit: fc.constantFrom("\u001b", "[", "]", "0", "m", ";", "\u009b", "\r", "\n", "x", "\u0007", "\u202e"),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const clean = stripControl(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(stripControl(clean)).toBe(clean);
    }),
  );
});

test.each([0x90, 0x98, 0x9d, 0x9e, 0x9f])("a string that %d begins is left out up to its end", (code) => {
  expect(stripControl(`a${String.fromCharCode(code)}secret${String.fromCharCode(0x9c)}b`)).toBe("ab");
});
