import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("10.6: --json holds nothing hidden, neither as it is printed nor once it is parsed", () => {
  const value = { "k\u0000": ["\u001b[31m\u202e", { deep: "\f\r\n\ud800\u2028" }], plain: "ü\n\t\\u0000" };
  const text = jsonText(value);
  expect(text).toMatch(/^[\x20-\xff]*$/);
  expect(JSON.parse(text)).toEqual({
    "k\\x00": ["\\x1b[31m\\u202e", { deep: "\\x0c\n\\ud800\\u2028" }],
    plain: "ü\n\t\\u0000",
  });
});

test("10.6: everything else is printed as it is", () => {
  const value = { a: "x\ny", b: [1, null, { c: "✓" }] };
  expect(jsonText(value)).toBe(JSON.stringify(value));
  expect(jsonText(value, 2)).toBe(JSON.stringify(value, undefined, 2));
});
