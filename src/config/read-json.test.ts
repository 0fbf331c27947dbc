import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "./read-json.ts";

describe("what is not JSON is told by its line and column, and what to do", () => {
  test.each<[what: string, text: string, line: number, column: number, why: string]>([
    ["an empty file", "", 1, 1, "the file ends before a value"],
    ["an object that does not end", "{\n\n", 3, 1, "} is missing at the end"],
    ["a list that does not end", '{"a": [1\n', 2, 1, "] is missing at the end"],
    ["a list closed by a brace", '{\n  "a": [1}\n}', 2, 10, "] is missing before this }"],
    ["an object closed by a bracket", '[{"a": 1]', 1, 9, "} is missing before this ]"],
    ["a comma behind the last field", '{\n  "a": 1,\n}', 3, 1, "an extra comma before this }"],
    ["a comma behind the last entry", "[\n  1,\n  ]", 3, 3, "before this ], or there is an extra comma"],
    ["two commas", '{ "a": 1,, "b": 2 }', 1, 10, "a name in double quotes is missing here"],
    ["no comma", '{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma is missing before this"],
    ["no colon", '{\n  "a" 1\n}', 2, 7, "a colon is missing before this"],
    ["no value", '{\n  "a":\n}', 3, 1, "a value is missing before this }"],
    ["single quotes", "{\n  'a': 1\n}", 2, 3, "put text in double quotes"],
    ["a word", '{\n  "a": 1,\n  "b": yes,\n  "c": [\n  ]\n}', 3, 8, "put text in double quotes"],
    ["a number for a name", "{ 1: 2 }", 1, 3, "a name in double quotes is missing here"],
    ["a bracket too many", '{ "a": 1 }\n}', 2, 1, "this follows the end; delete it"],
    ["a comment at the end of a line", '{\n  "a": 1 // one\n}', 2, 10, "comments are not allowed"],
    ["a comment over lines", '{\n/*\n*/ "a": 1 }', 2, 1, "comments are not allowed"],
    ["a text that does not end", '{\n  "a": "one\n}', 2, 8, "has no closing quote on its line"],
    ["a tab in a text", '{ "a": "\t" }', 1, 8, "write a tab as \\t"],
    ["an escape that is none", '{ "a": "C:\\dir" }', 1, 8, "write a backslash as \\\\"],
    ["half a code", '{ "a": "\\u12" }', 1, 8, "four hexadecimal digits"],
    ["half a number", '{ "a": 1. }', 1, 8, "this number is not complete"],
    ["a zero in front", '{ "a": 01 }', 1, 9, "a comma is missing before this"],
    ["a space of another kind", "{\u00a0}", 1, 2, "this is not a value"],
  ])("%s", (_, text, line, column, why) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(readJson(text)).toEqual({ kind: "wrong", line, column, why: expect.stringContaining(why) });
  });

  test("nothing of the text is repeated: it may hold a key", () => {
    const read = readJson('{ "keys": { "anthropic": secret-value } }');
    expect(read.kind).toBe("wrong");
    expect(JSON.stringify(read)).not.toContain("secret");
  });
});

test("takes what JSON.parse takes, as the same value, and nothing else", () => {
  const piece = fc.constantFrom(
    ...[
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      '"\\n"',
      '"',
      "\\u00e4",
      "0",
      "-1.5e3",
      "1",
      ".",
      "-",
      "e",
    ],
    ...["true", "false", "null", "nul", " ", "\n", "\t", "//", "/*", "*/", "'", "\u00a0", "\ufeff", "\u2028"],
  );
  const broken = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const whole = fc.json().map((text) => JSON.stringify(JSON.parse(text), undefined, 1));
  fc.assert(
    fc.property(fc.oneof(broken, whole, fc.json()), (text) => {
      const read = readJson(text);
      expect(read.kind === "json" ? { value: read.value } : undefined).toEqual(parsed(text));
    }),
    { numRuns: 2_000 },
  );
});

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe("the place of", () => {
  const text = '{"a":[1,\n"x\\n",{"b":\nnull}],\n "c.d":"}", "e": 1,\n"e": {}, "__proto__": 2}';

  test.each<[path: readonly PropertyKey[], line: number, column: number]>([
    [[], 1, 1],
    [["a"], 1, 2],
    [["a", 0], 1, 7],
    [["a", 1], 2, 1],
    [["a", 2], 2, 7],
    [["a", 2, "b"], 2, 8],
    [["c.d"], 4, 2],
    [["e"], 5, 1],
    [["__proto__"], 5, 10],
    [["a", 2, "nothing"], 2, 7],
    [["a", 7, "nothing"], 1, 2],
    [["constructor"], 1, 1],
  ])("%j", (path, line, column) => {
    const read = readJson(text);
    expect(read.kind === "json" && read.placeOf(path)).toEqual({ line, column });
  });
});
