import assert from "node:assert/strict";
import test from "node:test";
import { totals } from "../src/totals.js";

test("tax is 19 % of the sum", () => {
  assert.deepEqual(totals([{ hours: "2.5" }], 8000), {
    amounts: [20000],
    sum: 20000,
    tax: 3800,
    total: 23800,
  });
});

test("tax is rounded once, on the sum", () => {
  const { sum, tax } = totals([{ hours: "0.01" }, { hours: "0.01" }, { hours: "0.01" }], 100);
  assert.deepEqual({ sum, tax }, { sum: 3, tax: 1 });
});
