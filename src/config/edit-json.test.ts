import fc from "fast-check";
import { expect, test } from "vitest";
import { withValue } from "./edit-json.ts";

test.each<[what: string, before: string, path: (string | number)[], value: unknown, after: string]>([
  ["an empty file", "{}\n", ["pace"], "auto", '{\n  "pace": "auto"\n}\n'],
  [
    "a field beside others that nobody knows",
    '{\n    "mine":   [1,2],\n    "pace": "auto"\n}\n',
    ["pace"],
    "normal",
    '{\n    "mine":   [1,2],\n    "pace": "normal"\n}\n',
  ],
  ["a file with tabs", '{\n\t"a": 1\n}', ["b", "c"], 2, '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}'],
  ["a file of Windows", '\ufeff{\r\n  "a": 1\r\n}\r\n', ["a"], 2, '\ufeff{\r\n  "a": 2\r\n}\r\n'],
  ["a field that goes", '{\n  "a": 1,\n  "b": 2\n}\n', ["a"], undefined, '{\n  "b": 2\n}\n'],
  ["one of a list", '{"a": ["x", "y"]}', ["a", 0], "z", '{"a": ["z", "y"]}'],
  ["one of a list that goes", '{"a": ["x", "y"]}', ["a", 0], undefined, '{\n  "a": [\n    "y"\n  ]\n}'],
])("%s", (_, before, path, value, after) => {
  expect(withValue("f", before, path, value)).toBe(after);
});

test("a file that names a field twice is not changed", () => {
  expect(() => withValue("f.json", '{"a": 1, "a": 2}', ["a"], 3)).toThrow(
    "Huddle cannot change a in f.json: the file names a field twice",
  );
});

/** Names as files have them, and names that mean something to JavaScript. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.constantFrom("length", "0", "constructor"),
);
const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.constant(null));
const files = fc.dictionary(
  name,
  fc.oneof(leaf, fc.array(leaf, { maxLength: 4 }), fc.dictionary(name, leaf, { maxKeys: 3 })),
  { maxKeys: 5 },
);
const layout = fc.constantFrom<string | number | undefined>(undefined, 2, 4, "\t");

test("whatever is changed, added or taken away, the rest says what it said", () => {
  fc.assert(
    fc.property(files, layout, name, fc.option(name), leaf, (file, indent, first, second, value) => {
      const { [first]: at, ...others } = file;
      const isInner = second !== null && (at === undefined || isFields(at));
      const path = isInner ? [first, second] : [first];
      const before = JSON.stringify(file, undefined, indent);
      const after = withValue("f", before, path, value);
      const wanted = isInner ? { ...(isFields(at) ? at : {}), [second]: value } : value;
      expect(JSON.parse(after)).toEqual({ ...others, [first]: wanted });
      expect(JSON.parse(withValue("f", after, [first], undefined))).toEqual(others);
    }),
  );
});

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

test("a list grows at its end, and only there", () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 5 }), leaf, layout, (list, value, indent) => {
      const before = JSON.stringify({ list }, undefined, indent);
      const after = withValue("f", before, ["list", list.length], value);
      expect(JSON.parse(after)).toEqual({ list: [...list, value] });
    }),
  );
});
