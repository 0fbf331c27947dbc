import assert from "node:assert/strict";
import { test } from "node:test";
import { format } from "../src/format.js";

test("hides nothing", () => {
  assert.equal(format(0.1 + 0.2), "0.30000000000000004");
});

test("prints what reads back as the same number", () => {
  for (const value of [14, 0.5, 1 / 3, 200 / 3, 1.1 * 3, -2.75, 1234567890123]) {
    assert.equal(Number(format(value)), value);
  }
});

test("adds no digits that are not there", () => {
  assert.equal(format(14), "14");
  assert.equal(format(2.5), "2.5");
});

test("knows no minus zero", () => {
  assert.equal(format(-0), "0");
});
