import { expect, test } from "vitest";
import { extendedPattern } from "./extended-pattern.ts";

test.each([
  ["v\\d+\\.\\D", "v[0-9]+\\.[^0-9]"],
  ["[\\d.]+", "[0-9.]+"],
  ["[^\\s\\w-]", "[^[:space:][:alnum:]_-]"],
  ["[[:alpha:]\\d]", "[[:alpha:]0-9]"],
  ["\\\\d", "\\\\d"],
  ["\\[\\d", "\\[[0-9]"],
  ["[]\\d]", "[]0-9]"],
  ["a(b", "a(b"],
  ["[", "["],
])("%s becomes %s", (pattern, extended) => {
  expect(extendedPattern(pattern)).toBe(extended);
});
