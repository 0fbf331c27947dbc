import { widthOf } from "../../core/views/text-width.ts";
import type { Key } from "./keys.ts";

/** A line being typed. Each character is a whole grapheme, so the cursor never lands inside one. */
export interface TypedLine {
  readonly characters: readonly string[];
  readonly cursor: number;
}

export const emptyLine: TypedLine = { characters: [], cursor: 0 };

export function textOf(line: TypedLine): string {
  return line.characters.join("");
}

/** The line after a key. Enter and interrupt are left to the caller. */
export function typed({ characters, cursor }: TypedLine, key: Key): TypedLine {
  const before = characters.slice(0, cursor);
  const after = characters.slice(cursor);
  switch (key.name) {
    case "text": {
      const added = [...new Intl.Segmenter().segment(key.text)].map((one) => one.segment);
      return { characters: [...before, ...added, ...after], cursor: cursor + added.length };
    }
    case "backspace":
      return { characters: [...before.slice(0, -1), ...after], cursor: Math.max(0, cursor - 1) };
    case "delete":
      return { characters: [...before, ...after.slice(1)], cursor };
    case "left":
      return { characters, cursor: Math.max(0, cursor - 1) };
    case "right":
      return { characters, cursor: Math.min(characters.length, cursor + 1) };
    case "home":
      return { characters, cursor: 0 };
    case "end":
      return { characters, cursor: characters.length };
    case "clear":
      return { characters: after, cursor: 0 };
    case "erase-word": {
      const kept = before.join("").replace(/\S+\s*$/, "");
      const left = [...new Intl.Segmenter().segment(kept)].map((one) => one.segment);
      return { characters: [...left, ...after], cursor: left.length };
    }
    case "enter":
    case "interrupt":
    case "other":
      return { characters, cursor };
  }
}

/** The part of the line that fits around the cursor, and the cursor's column in it. */
export function shownPart(
  line: TypedLine,
  width: number,
): { readonly text: string; readonly column: number } {
  const most = Math.max(1, width - 1);
  let from = 0;
  while (widthOf(line.characters.slice(from, line.cursor).join("")) > most) from++;
  let to = line.cursor;
  while (to < line.characters.length && widthOf(line.characters.slice(from, to + 1).join("")) <= most) to++;
  return {
    text: line.characters.slice(from, to).join(""),
    column: widthOf(line.characters.slice(from, line.cursor).join("")),
  };
}
