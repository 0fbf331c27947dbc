import { characterWidth, widthOf } from "../../core/text/text-width.ts";

/**
 * A text as rows of at most `width` columns, broken between words where it can be. Later rows of one line are
 * indented by `hang`. With an infinite width only the text's own line ends break it.
 */
export function wrap(text: string, width: number, hang = 0): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line.trimEnd(), Math.max(1, width), hang));
}

function wrapLine(line: string, width: number, wantedHang: number): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const hang = wantedHang < width / 2 ? wantedHang : 0;
  const rows: string[] = [];
  let row = "";
  for (const piece of line.match(/\s*\S+/g) ?? []) {
    if (widthOf(row + piece) <= width) {
      row += piece;
      continue;
    }
    if (row.trim() !== "") rows.push(row);
    row = " ".repeat(rows.length > 0 ? hang : leading(line, width)) + piece.trimStart();
    while (widthOf(row) > width) {
      const head = cutAt(row, width);
      rows.push(head);
      row = " ".repeat(hang) + row.slice(head.length);
    }
  }
  return row.trim() === "" ? rows : [...rows, row];
}

/** A line's own indentation, where it leaves room for anything else. */
function leading(line: string, width: number): number {
  const spaces = line.length - line.trimStart().length;
  return spaces < width / 2 ? spaces : 0;
}

/** As many whole characters as fit; always at least one beyond the indentation, so that wrapping comes to an end. */
function cutAt(row: string, width: number): string {
  let head = "";
  let left = width;
  for (const character of row) {
    left -= characterWidth(character);
    if (left < 0 && head.trim() !== "") return head;
    head += character;
  }
  return head;
}
