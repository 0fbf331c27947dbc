import type { Span } from "../../core/views/code/spans.ts";
import { charactersOf, widthOf } from "../../core/views/text-width.ts";

/**
 * Styled words as rows of at most `width` columns, broken at spaces, and inside a word only where it has a row to itself
 * and is still too long. A line end in a text begins a new row.
 */
export function wrapSpans(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const rows: Span[][] = [[]];
  let left = width;
  const put = (text: string, style: Span["style"]) => {
    rows.at(-1)?.push(style === undefined ? { text } : { text, style });
    left -= widthOf(text);
  };
  const newRow = () => {
    rows.push([]);
    left = width;
  };
  for (const { text, style } of spans) {
    for (const piece of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (piece === "\n") newRow();
      else if (widthOf(piece) <= left) put(piece, style);
      else if (piece.trim() === "") newRow();
      else {
        if (left < width) newRow();
        for (const part of broken(piece, width)) {
          if (widthOf(part) > left) newRow();
          put(part, style);
        }
      }
    }
  }
  return rows.map(withoutEnd);
}

/** A word in parts that each fit. */
function broken(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [""];
  for (const character of charactersOf(word)) {
    const last = parts.at(-1) ?? "";
    if (widthOf(last + character) <= width) parts[parts.length - 1] = last + character;
    else parts.push(character);
  }
  return parts;
}

/** Spaces before the end of a row are not shown. */
function withoutEnd(row: readonly Span[]): readonly Span[] {
  const last = row.at(-1);
  if (!last || last.text.trimEnd() === last.text) return row;
  const text = last.text.trimEnd();
  const before = row.slice(0, -1);
  return text === "" ? withoutEnd(before) : [...before, { ...last, text }];
}
