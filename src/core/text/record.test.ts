import { expect, test } from "vitest";
import { isEmpty, without } from "./record.ts";

test("a key is taken out, and a record that does not have it stays the same one", () => {
  const record = { a: 1, b: 2 };
  expect(without(record, "a")).toEqual({ b: 2 });
  expect(without(record, "c")).toBe(record);
});

test("a record without keys is empty", () => {
  expect([isEmpty({}), isEmpty({ a: undefined })]).toEqual([true, false]);
});
