import { CalcError } from "./errors.js";

const piece = /(?<space>\s+)|(?<number>\d+(?:\.\d+)?|\.\d+)|(?<symbol>[-+*/()])/y;

/** The pieces of a sum, each with its place in the text. The last one is always the end. */
export function tokenize(text) {
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (!found) {
      const odd = String.fromCodePoint(text.codePointAt(at));
      throw new CalcError(`"${odd}" means nothing in a sum`, at);
    }
    const { number, symbol } = found.groups;
    if (number) tokens.push({ kind: "number", value: Number(number), at });
    if (symbol) tokens.push({ kind: symbol, at });
    at = piece.lastIndex;
  }
  tokens.push({ kind: "end", at });
  return tokens;
}
