import assert from "node:assert/strict";
import test from "node:test";
import { parse } from "../src/lines.js";

test("the 29th of February is a day in a leap year only", () => {
  assert.equal(parse("2028-02-29 1 Leap day\n").length, 1);
  assert.throws(() => parse("2026-02-29 1 No leap day\n"), /line 1: 2026-02-29 is no day/);
});
