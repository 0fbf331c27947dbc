import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate } from "../src/evaluate.js";

const number = (value) => ({ kind: "number", value, at: 0 });
const binary = (left, operator, right) => ({ kind: "binary", operator, left, right, at: 2 });

test("works out the four operations", () => {
  assert.equal(evaluate(binary(number(7), "+", number(2))), 9);
  assert.equal(evaluate(binary(number(7), "-", number(2))), 5);
  assert.equal(evaluate(binary(number(7), "*", number(2))), 14);
  assert.equal(evaluate(binary(number(7), "/", number(2))), 3.5);
});

test("works from the inside out", () => {
  const inner = binary(number(2), "+", number(3));
  assert.equal(evaluate(binary({ kind: "negate", of: inner, at: 0 }, "*", number(4))), -20);
});

test("refuses to divide by zero, whatever its sign", () => {
  const minusZero = { kind: "negate", of: number(0), at: 4 };
  for (const zero of [number(0), minusZero]) {
    assert.throws(() => evaluate(binary(number(1), "/", zero)), {
      name: "CalcError",
      message: "cannot divide by zero",
      at: 2,
    });
  }
});
