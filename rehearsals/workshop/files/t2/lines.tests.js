import assert from "node:assert/strict";
import test from "node:test";
import { parse } from "../src/lines.js";

test("a line gives its date, hours and text", () => {
  assert.deepEqual(parse("2026-03-02 2.5 Design of the form\n"), [
    { date: "2026-03-02", hours: "2.5", text: "Design of the form" },
  ]);
});

test("an empty line and a line with # are skipped", () => {
  assert.deepEqual(parse("\n# March\n"), []);
});

test("a line without hours is refused with its number", () => {
  assert.throws(() => parse("# March\n2026-03-02 Design\n"), /line 2: expected a date, hours and a text/);
});

test("a comma is no decimal point", () => {
  assert.throws(() => parse("2026-03-02 2,5 Design\n"), /line 1/);
});

test("a day that does not exist is refused", () => {
  assert.throws(() => parse("2026-02-30 2 Design\n"), /line 1: 2026-02-30 is no day/);
});
