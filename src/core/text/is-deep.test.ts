import { expect, test } from "vitest";
import { deepest, isDeep } from "./is-deep.ts";

function nested(depth: number): unknown {
  return depth === 0 ? "end" : { also: null, inner: nested(depth - 1) };
}

test("a value may be nested as deep as the limit, and no deeper", () => {
  expect(isDeep(nested(deepest))).toBe(false);
  expect(isDeep(nested(deepest + 1))).toBe(true);
  expect([isDeep("text"), isDeep(null), isDeep([]), isDeep([[1], { a: 2 }], 2)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("a circular value is deep", () => {
  const ring: unknown[] = [];
  ring.push(ring);
  expect(isDeep(ring)).toBe(true);
});
