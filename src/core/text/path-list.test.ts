import { expect, test } from "vitest";
import { pathList } from "./path-list.ts";

const paths = (count: number) => Array.from({ length: count }, (_, index) => `f${index + 1}`);

test.each([
  [[], ""],
  [["a.js", "b\nc.js"], "a.js, b c.js"],
  [paths(12), paths(12).join(", ")],
  [paths(13), `${paths(12).join(", ")} and 1 more`],
  [paths(20), `${paths(12).join(", ")} and 8 more`],
])("of %j", (list, text) => {
  expect(pathList(list)).toBe(text);
});
