import assert from "node:assert/strict";
import test from "node:test";
import { format, times, toCents } from "../src/money.js";

test("two and a half hours at 80.00 are 20000 cents", () => {
  assert.equal(times(toCents("2.5"), toCents("80.00")), 20000);
});

test("20000 cents print as 200.00", () => {
  assert.equal(format(20000), "200.00");
});

test("five cents print as 0.05", () => {
  assert.equal(format(5), "0.05");
});

test("what is no amount is none", () => {
  for (const text of ["", "2,5", "-1", "1.005", "ten"]) assert.equal(toCents(text), undefined);
});
