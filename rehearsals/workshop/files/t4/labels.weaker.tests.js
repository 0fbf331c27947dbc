import assert from "node:assert/strict";
import test from "node:test";
import { labels } from "../src/labels.js";

test("no label is said twice", () => {
  assert.equal(new Set(Object.values(labels)).size, Object.values(labels).length);
});
