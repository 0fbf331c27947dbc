import assert from "node:assert/strict";
import test from "node:test";
import { dayRow, row } from "../src/page.js";

test("amounts stand in one column", () => {
  const rows = [row("Sum", "280.00"), row("A much longer text than there is room for in a row", "5.00")];
  assert.deepEqual(
    rows.map((one) => one.length),
    [40, 40],
  );
  assert.ok(rows[1].endsWith(" 5.00"));
});

test("a day says its date, hours and text", () => {
  const day = { date: "2026-03-02", hours: "2.5", text: "Design" };
  assert.match(dayRow(day, "200.00"), /^2026-03-02 2\.5 h Design +200\.00$/);
});
