import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenize } from "../src/tokenize.js";

test("gives every piece its place", () => {
  assert.deepEqual(tokenize("2 + .5)"), [
    { kind: "number", value: 2, at: 0 },
    { kind: "+", at: 2 },
    { kind: "number", value: 0.5, at: 4 },
    { kind: ")", at: 6 },
    { kind: "end", at: 7 },
  ]);
});

test("needs no spaces", () => {
  const kinds = tokenize("-(1.5*2)/3").map((token) => token.kind);
  assert.deepEqual(kinds, ["-", "(", "number", "*", "number", ")", "/", "number", "end"]);
});

test("refuses what is no part of a sum, and says where", () => {
  for (const [text, odd, at] of [
    ["process.exit(0)", "p", 0],
    ["2 ^ 3", "^", 2],
    ["1 + 2.", ".", 5],
    ["3 🙂", "🙂", 2],
  ]) {
    assert.throws(() => tokenize(text), {
      name: "CalcError",
      message: `"${odd}" means nothing in a sum`,
      at,
    });
  }
});
