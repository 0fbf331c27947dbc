import { expect, test } from "vitest";
import { isEmpty, without } from "./record.ts";

test("a record without a key is a copy without it, or itself where it has none such", () => {
  const record = { a: 1, b: 2 };
  expect(without(record, "a")).toEqual({ b: 2 });
  expect(without(record, "c")).toBe(record);
  expect(record).toEqual({ a: 1, b: 2 });
});

test("a record is empty without keys, whatever they hold", () => {
  expect([isEmpty({}), isEmpty({ a: undefined }), isEmpty({ a: 1 })]).toEqual([true, false, false]);
});
