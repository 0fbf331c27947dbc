import { CalcError } from "./errors.js";

/**
 * sum     = product { ("+" | "-") product }
 * product = factor { ("*" | "/") factor }
 * factor  = number | "-" factor | "(" sum ")"
 */
export function parse(tokens) {
  let next = 0;
  const tree = sum();
  if (tokens[next].kind !== "end") throw unexpected("an operator");
  return tree;

  function sum() {
    return chain(product, ["+", "-"]);
  }

  function product() {
    return chain(factor, ["*", "/"]);
  }

  function chain(part, operators) {
    const left = part();
    if (!operators.includes(tokens[next].kind)) return left;
    const { kind: operator, at } = tokens[next++];
    return { kind: "binary", operator, left, right: chain(part, operators), at };
  }

  function factor() {
    const token = tokens[next];
    if (token.kind !== "number" && token.kind !== "-" && token.kind !== "(") throw unexpected("a number");
    next += 1;
    if (token.kind === "number") return token;
    if (token.kind === "-") return { kind: "negate", of: factor(), at: token.at };
    const inside = sum();
    if (tokens[next].kind !== ")") throw unexpected('")"');
    next += 1;
    return inside;
  }

  function unexpected(wanted) {
    const { kind, at } = tokens[next];
    const names = { end: "the end", number: "a number" };
    return new CalcError(`expected ${wanted}, found ${names[kind] ?? `"${kind}"`}`, at);
  }
}
