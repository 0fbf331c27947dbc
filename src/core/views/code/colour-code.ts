import type { Language } from "./language.ts";
import { shownCode } from "./shown-code.ts";
import type { Span } from "./spans.ts";

/**
 * What a line begins inside of: the number of a block of its language, such as a comment over several lines, or 0 for
 * none.
 */
export type Inside = number;

/**
 * One line of code in colours, and what the next one begins inside of. Only what a reader's eye looks for is coloured:
 * comments, texts, numbers and the words of the language. The line may hold anything: what is hidden in it is made
 * visible first.
 */
export function colourCode(
  line: string,
  language: Language | undefined,
  inside: Inside = 0,
): { readonly spans: readonly Span[]; readonly inside: Inside } {
  const shown = shownCode(line);
  if (!language) return { spans: shown === "" ? [] : [{ text: shown }], inside: 0 };
  const spans: Span[] = [];
  const next = read(shown, language, inside, (text, style) => {
    const last = spans.at(-1);
    if (last && last.style === style) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push(style === undefined ? { text } : { text, style });
  });
  return { spans, inside: next };
}

/** What the line after this one begins inside of. Much faster than colouring: most lines open and close nothing. */
export function insideAfter(line: string, language: Language | undefined, inside: Inside): Inside {
  if (!language || language.blocks.length === 0) return 0;
  if (inside === 0 && !language.blocks.some(({ open }) => line.includes(open))) return 0;
  return read(line, language, inside, () => {});
}

type Take = (text: string, style: Span["style"]) => void;

function read(line: string, language: Language, inside: Inside, take: Take): Inside {
  let at = 0;
  let block = language.blocks[inside - 1];
  while (at < line.length || block) {
    if (block) {
      const end = endOf(line, at, block.close, block.escapes === true);
      take(line.slice(at, end < 0 ? undefined : end), block.style === "comment" ? "comment" : "string");
      if (end < 0) return language.blocks.indexOf(block) + 1;
      at = end;
      block = undefined;
      continue;
    }
    const from = at;
    block = language.blocks.find(({ open }) => line.startsWith(open, from));
    if (block) {
      take(block.open, block.style === "comment" ? "comment" : "string");
      at += block.open.length;
      continue;
    }
    const [length, style] = tokenAt(line, at, language);
    take(line.slice(at, at + length), style);
    at += length;
  }
  return 0;
}

/** Where what begins at `from` is over, its end included. Less than 0: not on this line. */
function endOf(line: string, from: number, close: string, escapes: boolean): number {
  for (let at = from; at < line.length; at += 1) {
    if (escapes && line[at] === "\\") at += 1;
    else if (line.startsWith(close, at)) return at + close.length;
  }
  return -1;
}

function tokenAt(
  line: string,
  at: number,
  { line: comments, quotes, words }: Language,
): [number, Span["style"]] {
  const character = line[at] ?? "";
  if (comments.some((one) => line.startsWith(one, at) && beginsComment(line, at, one)))
    return [line.length - at, "comment"];
  if (quotes.includes(character)) {
    const end = endOf(line, at + 1, character, true);
    // Without an end it is an apostrophe.
    return end < 0 ? [1, undefined] : [end - at, "string"];
  }
  const word = matchAt(wordPattern, line, at);
  if (word !== "") return [word.length, words.has(word) ? "keyword" : undefined];
  const number = matchAt(numberPattern, line, at);
  if (number !== "") return [number.length, "number"];
  return [matchAt(otherPattern, line, at).length || 1, undefined];
}

/** A `#` or `;` inside a word is part of it. */
function beginsComment(line: string, at: number, sign: string): boolean {
  return sign.length > 1 || at === 0 || /\s/.test(line[at - 1] ?? "");
}

const wordPattern = /[\p{L}_$@][\p{L}\p{M}\p{N}_$]*/uy;
const numberPattern = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[a-zA-Z]*/y;
/** What cannot begin anything: spaces, and characters that belong together on a screen. */
const otherPattern = /\s+|[^\p{ASCII}\p{L}\p{N}]+/uy;

function matchAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? "";
}
