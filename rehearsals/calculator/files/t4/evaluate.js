import { CalcError } from "./errors.js";

/** The value of a tree. */
export function evaluate(tree) {
  switch (tree.kind) {
    case "number":
      return tree.value;
    case "negate":
      return -evaluate(tree.of);
    case "binary":
      return apply(tree, evaluate(tree.left), evaluate(tree.right));
  }
}

function apply({ operator, at }, left, right) {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      if (right === 0) throw new CalcError("cannot divide by zero", at);
      return left / right;
  }
}
