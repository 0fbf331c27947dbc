import { expect, test } from "vitest";
import { yamlFields } from "./yaml-fields.ts";

test.each<[what: string, lines: readonly string[], fields: Record<string, string>]>([
  ["nothing", [], {}],
  ["no field", ["  ---", "  words", "  ..."], {}],
  [
    "words and quoted words",
    ["  ---", "  duration_ms: 1.2", "  type: 'test'", "  code: 'it''s'", "  empty: ''", "  ..."],
    { duration_ms: "1.2", type: "test", code: "it's", empty: "" },
  ],
  ["a path with both kinds of quotes", ['at: `it\'s "a".js:1`'], { at: 'it\'s "a".js:1' }],
  ["a field without a value", ["error:", "code: 1"], { error: "", code: "1" }],
  ["a field that stands there twice", ["error: first", "error: second"], { error: "first" }],
  ["lines between fields", ["a: 1", "- no field", "", "b: 2"], { a: "1", b: "2" }],
  ["a field that stands deeper by one", ["a: 1", " b: 2"], { a: "1" }],
  ["an empty line above", ["", "    a: 1", "    b: 2"], { a: "1", b: "2" }],
  ["a field further left than the first", ["    a: 1", "b: 2"], { a: "1", b: "2" }],
])("the fields of a YAML: %s", (_, lines, fields) => {
  expect(yamlFields(lines)).toEqual(fields);
});

test.each(["|", "|-", "|+", ">", ">-", ">+"])(
  "a block behind %s goes on while lines stand deeper",
  (sign) => {
    const block = [`  error: ${sign}`, "    one", "", "      name: two", "    three", "    "];
    const told = { error: "one\n\n  name: two\nthree" };
    expect(yamlFields(block)).toEqual(told);
    expect(yamlFields([...block, "  code: 5"])).toEqual({ ...told, code: "5" });
  },
);

test("a block may be empty or the last line, and other signs begin none", () => {
  expect(yamlFields(["error: |-", "code: 5"])).toEqual({ error: "", code: "5" });
  expect(yamlFields(["code: 5", "error: |-"])).toEqual({ code: "5", error: "" });
  expect(yamlFields(["error: |- x", "  name: y"])).toEqual({ error: "|- x", name: "y" });
});

test("of the map below an error, name and message are told, and nothing else in it", () => {
  expect(
    yamlFields([
      "    error:",
      "        name: AssertionError",
      "        message: |-",
      "            one",
      "        code: 7",
      "    at: a.ts:1:1",
    ]),
  ).toEqual({ error: "", name: "AssertionError", message: "one", at: "a.ts:1:1" });
});

test.each<[what: string, lines: readonly string[], text: string]>([
  ["in one line", ['error: "no"'], "no"],
  ["of nothing", ['error: ""'], ""],
  ["with spaces behind it", ['error: "no"  '], "no"],
  ["with quotes and backslashes in it", [String.raw`error: "a \"b\" \\c"`], String.raw`a "b" \c`],
  [
    "over several lines, further left, too",
    ['    error: "one', "two", "      three", '    four"'],
    "one\ntwo\n  three\nfour",
  ],
  ["in which a line ends with a quote", [String.raw`error: "say \"hi\"`, 'code: 3"'], 'say "hi"\ncode: 3'],
  ["that begins with a new line", ['error: "', 'one"'], "\none"],
  ["without an end, above the last line", ["---", 'error: "one', "two", "..."], "one\ntwo"],
  ["without an end", ['error: "one', "two"], "one\ntwo"],
])("a text between quotes: %s", (_, lines, text) => {
  expect(yamlFields(lines)).toEqual({ error: text });
  if (/"\s*$/.test(lines.at(-1) ?? ""))
    expect(yamlFields([...lines, `${/^ */.exec(lines[0] ?? "")?.[0]}after: 1`])).toEqual({
      error: text,
      after: "1",
    });
});
