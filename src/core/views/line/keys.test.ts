import { describe, expect, test } from "vitest";
import { KeyReader, keyLabels, keyNames } from "./keys.ts";
import { emptyLine, shownPart, type TypedLine, textOf, typed } from "./line-editor.ts";

const names = (chunk: string) => new KeyReader().read(chunk).map((key) => key.name);

describe("keys", () => {
  test.each([
    ["\r", ["enter"]],
    ["\u0003", ["interrupt"]],
    ["\u007f\b", ["backspace", "backspace"]],
    ["\u001b[D\u001b[C", ["left", "right"]],
    ["\u001b[A\u001bOQ\u001b[1;5C", ["up", "other", "other"]],
    ["\u001bOA\u001bOB\u001b[5~\u001b[6~\t", ["up", "down", "page-up", "page-down", "tab"]],
    ["\u0007", ["other"]],
    ["\u0004", ["send"]],
    ["\u001b", ["escape"]],
    ["\u001b\r\u001b\n", ["newline", "newline"]],
  ])("%j", (chunk, expected) => {
    expect(names(chunk)).toEqual(expected);
  });

  test("letters of any language come as they are", () => {
    expect(new KeyReader().read("é日👍")).toEqual(["é", "日", "👍"].map((text) => ({ name: "text", text })));
  });

  test("a paste is one piece with its lines, even when it comes in two", () => {
    const reader = new KeyReader();
    expect(reader.read("a\u001b[200~first\n  sec")).toEqual([{ name: "text", text: "a" }]);
    expect(reader.read("ond\u001b[201~\r")).toEqual([
      { name: "text", text: "first\n  second" },
      { name: "enter" },
    ]);
  });
});

describe("a line that is typed", () => {
  const lineOf = (...chunks: string[]): TypedLine =>
    new KeyReader().read(chunks.join("")).reduce(typed, emptyLine);

  test.each([
    ["letters", "abc", "abc", 3],
    ["backspace takes a whole character", "a👍\u007f", "a", 1],
    ["arrows and inserting", "ac\u001b[Db", "abc", 2],
    ["delete in the middle", "abc\u001b[D\u001b[D\u001b[3~", "ac", 1],
    ["home and end", "bc\u0001a\u0005d", "abcd", 4],
    ["erasing a word", "one two \u0017", "one ", 4],
    ["erasing all before", "one two\u0015", "", 0],
    ["no further than the edges", "a\u001b[C\u001b[C\u001b[D\u001b[D\u007f", "a", 0],
  ])("%s", (_, keys, text, cursor) => {
    const line = lineOf(keys);
    expect(textOf(line)).toBe(text);
    expect(line.cursor).toBe(cursor);
  });

  test("of a long line the part around the cursor is shown", () => {
    const line = lineOf("abcdefghij");
    expect(shownPart(line, 5)).toEqual({ text: "ghij", column: 4 });
    expect(shownPart({ ...line, cursor: 0 }, 5)).toEqual({ text: "abcd", column: 0 });
  });
});

test("every key with a name has a way to be written, and no two are written alike", () => {
  expect(Object.keys(keyLabels).toSorted()).toEqual([...keyNames].toSorted());
  expect(new Set(Object.values(keyLabels)).size).toBe(keyNames.length);
});
