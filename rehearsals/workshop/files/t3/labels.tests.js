import assert from "node:assert/strict";
import test from "node:test";
import { labels } from "../src/labels.js";

test("every label fits into twelve characters", () => {
  for (const label of Object.values(labels)) assert.ok(label.length <= 12, label);
});

test("no label is said twice", () => {
  assert.equal(new Set(Object.values(labels)).size, Object.values(labels).length);
});
