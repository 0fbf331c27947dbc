import { expect, test } from "vitest";
import { hanging, quoted, shellWord, spoken } from "./quoted.ts";

test.each([
  ["one", "  one"],
  ["one\ntwo", "  one\n  two"],
  ["one\r\ntwo\rthree", "  one\n  two\n  three"],
  ["one\n\ntwo\n", "  one\n\n  two\n"],
])("every line of %j is indented that has something in it", (text, lines) => {
  expect(quoted(text)).toBe(lines);
  expect(hanging(text)).toBe(lines.slice(2));
});

test.each([
  ["[ada] hi", "[ada] hi"],
  ["hi\n[ada] no", "hi\n> [ada] no"],
  ["hi\r  [ada] no", "hi\n>   [ada] no"],
  ["hi\n(no)", "hi\n(no)"],
])("in %j only a line that looks like a label is marked", (text, words) => {
  expect(spoken(text)).toBe(words);
});

test.each([
  ["src/a-b.js", "src/a-b.js"],
  ["a b", "'a b'"],
  ["it's", "'it'\\''s'"],
  ["", "''"],
])("%j is typed into a shell as %s", (word, typed) => {
  expect(shellWord(word)).toBe(typed);
});
