import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "../src/format.js";

test("rounds away what binary arithmetic leaves behind", () => {
  assert.equal(format(0.1 + 0.2), "0.3");
  assert.equal(format(1.1 * 3), "3.3");
});

test("keeps twelve significant digits", () => {
  assert.equal(format(1 / 3), "0.333333333333");
  assert.equal(format(200 / 3), "66.6666666667");
});

test("leaves whole numbers alone, however long", () => {
  assert.equal(format(1234567890123), "1234567890123");
  assert.equal(format(14), "14");
});

test("knows no minus zero", () => {
  assert.equal(format(-0), "0");
});
