import { charactersOf, widthOf } from "../text-width.ts";
import type { Key } from "./keys.ts";

/** What is being typed: one line, or several with line ends between them. Each character is a whole grapheme, so the cursor never lands inside one. */
export interface TypedLine {
  readonly characters: readonly string[];
  readonly cursor: number;
}

export const emptyLine: TypedLine = { characters: [], cursor: 0 };

export function textOf(line: TypedLine): string {
  return line.characters.join("");
}

export function hasLines({ characters }: TypedLine): boolean {
  return characters.includes("\n");
}

/** A line that is to be edited further, with the cursor at its end. */
export function lineOf(text: string): TypedLine {
  const characters = charactersOf(text);
  return { characters, cursor: characters.length };
}

/** What changes a line, or moves in it. */
export const editingKeys = [
  "text",
  "newline",
  "backspace",
  "delete",
  "erase-word",
  "clear",
  "left",
  "right",
  "home",
  "end",
  "up",
  "down",
] as const satisfies readonly Key["name"][];

/** The line after a key. What does not edit it is left to the caller. */
export function typed({ characters, cursor }: TypedLine, key: Key): TypedLine {
  const before = characters.slice(0, cursor);
  const after = characters.slice(cursor);
  switch (key.name) {
    case "text": {
      const added = charactersOf(key.text);
      return { characters: [...before, ...added, ...after], cursor: cursor + added.length };
    }
    case "newline":
      return { characters: [...before, "\n", ...after], cursor: cursor + 1 };
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
    case "escape":
      return emptyLine;
    case "clear":
      return { characters: after, cursor: 0 };
    case "erase-word": {
      const kept = before.join("").replace(/\S+\s*$/, "");
      const left = charactersOf(kept);
      return { characters: [...left, ...after], cursor: left.length };
    }
    case "up":
    case "down":
      return inNextLine({ characters, cursor }, key.name === "up" ? -1 : 1);
    default:
      return { characters, cursor };
  }
}

/** The cursor a line further up or down, in the same column if that line is long enough. At the edge it stays. */
function inNextLine(line: TypedLine, by: -1 | 1): TypedLine {
  const starts = startsOf(line);
  const at = starts.findLastIndex((start) => start <= line.cursor);
  const start = starts[at + by];
  if (start === undefined) return line;
  const end = (starts[at + by + 1] ?? line.characters.length + 1) - 1;
  return { ...line, cursor: Math.min(end, start + line.cursor - (starts[at] ?? 0)) };
}

function startsOf({ characters }: TypedLine): readonly number[] {
  return [0, ...characters.flatMap((one, index) => (one === "\n" ? [index + 1] : []))];
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

/** The rows around the cursor, at most so many, each cut to the width, and where the cursor stands in them. */
export function shownRows(
  line: TypedLine,
  width: number,
  most: number,
): { readonly rows: readonly string[]; readonly row: number; readonly column: number } {
  const { characters, cursor } = line;
  const starts = startsOf(line);
  const at = starts.findLastIndex((start) => start <= cursor);
  const first = Math.max(0, at - most + 1);
  const parts = starts.slice(first, first + most).map((start, index) => {
    const next = starts[first + index + 1];
    const own = characters.slice(start, next === undefined ? undefined : next - 1);
    return shownPart({ characters: own, cursor: first + index === at ? cursor - start : 0 }, width);
  });
  const row = at - first;
  return { rows: parts.map(({ text }) => text), row, column: parts[row]?.column ?? 0 };
}
