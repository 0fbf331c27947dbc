/** Translates a pattern for git's extended expressions, which do not know `\d` for a digit. */
export function extendedPattern(pattern: string): string {
  return pattern.replace(piece, (found) => {
    if (found.startsWith("[")) return found.replace(/\\[dsw]/g, (one) => inBrackets[one] ?? one);
    return outside[found] ?? found;
  });
}

/** An escaped letter, or a bracket expression as a whole; a `]` that comes first in one stands for itself. */
const piece = /\\.|\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/gs;

const outside: Readonly<Record<string, string>> = { "\\d": "[0-9]", "\\D": "[^0-9]" };
const inBrackets: Readonly<Record<string, string>> = {
  "\\d": "0-9",
  "\\s": "[:space:]",
  "\\w": "[:alnum:]_",
};
