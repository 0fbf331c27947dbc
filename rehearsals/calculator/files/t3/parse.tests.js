import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../src/parse.js";
import { tokenize } from "../src/tokenize.js";

test("multiplies before it adds", () => {
  assert.equal(shape("2 + 3 * 4"), "(2 + (3 * 4))");
});

test("takes equal operators from left to right", () => {
  assert.equal(shape("10 - 4 - 3"), "((10 - 4) - 3)");
  assert.equal(shape("8 / 4 / 2"), "((8 / 4) / 2)");
});

test("lets brackets win", () => {
  assert.equal(shape("(2 + 3) * 4"), "((2 + 3) * 4)");
});

test("takes a minus in front of a number, a bracket or another minus", () => {
  assert.equal(shape("-2 - -(3 + 4)"), "(-2 - -(3 + 4))");
  assert.equal(shape("--5"), "--5");
});

test("says what it expected, and where", () => {
  for (const [text, message, at] of [
    ["2 + * 3", 'expected a number, found "*"', 4],
    ["2 +", "expected a number, found the end", 3],
    ["2 + 3)", 'expected an operator, found ")"', 5],
    ["1.2.3", "expected an operator, found a number", 3],
    ["(2 + 3", 'expected ")", found the end', 6],
  ]) {
    assert.throws(() => parse(tokenize(text)), { name: "CalcError", message, at });
  }
});

/** The tree as text, with every bracket spelled out. */
function shape(text) {
  return draw(parse(tokenize(text)));
}

function draw(node) {
  if (node.kind === "number") return String(node.value);
  if (node.kind === "negate") return `-${draw(node.of)}`;
  return `(${draw(node.left)} ${node.operator} ${draw(node.right)})`;
}
