/** A place in the stream: a row of a line. */
export interface Place {
  readonly line: number;
  readonly row: number;
}

/** Lines that are drawn only when they are looked at. */
export interface Lines {
  readonly length: number;
  rows(line: number): readonly string[];
}

export interface Windowed {
  readonly rows: readonly string[];
  /** The place of the first row. */
  readonly top: Place;
  /** The first line that begins below the window. */
  readonly next: number;
}

/** The rows from a place on, or the newest ones. Of a long stream only what fits is drawn. */
export function windowed(lines: Lines, top: Place | undefined, room: number): Windowed {
  if (top) {
    const from = rowsFrom(lines, top, room);
    if (from.rows.length === room || lines.length === 0) return from;
  }
  return rowsFrom(lines, newestTop(lines, room), room);
}

function rowsFrom(lines: Lines, top: Place, room: number): Windowed {
  const rows: string[] = [];
  let line = top.line;
  for (; line < lines.length && rows.length < room; line++)
    rows.push(...lines.rows(line).slice(line === top.line ? top.row : 0));
  return { rows: rows.slice(0, room), top, next: line };
}

/** The place from which the rest just fills the window. */
function newestTop(lines: Lines, room: number): Place {
  let left = room;
  for (let line = lines.length - 1; line >= 0; line--) {
    const { length } = lines.rows(line);
    if (length >= left) return { line, row: length - left };
    left -= length;
  }
  return { line: 0, row: 0 };
}

/** The place so many rows further down, or up if negative. Undefined: at the newest, which is followed from then on. */
export function moved(lines: Lines, top: Place | undefined, by: number, room: number): Place | undefined {
  const newest = newestTop(lines, room);
  const from = top ?? newest;
  const place = by < 0 ? movedUp(lines, from, -by) : movedDown(lines, from, by);
  return isBefore(place, newest) ? place : undefined;
}

function movedUp(lines: Lines, from: Place, by: number): Place {
  let { line, row } = from;
  row -= by;
  while (row < 0 && line > 0) {
    line--;
    row += lines.rows(line).length;
  }
  return { line, row: Math.max(0, row) };
}

function movedDown(lines: Lines, from: Place, by: number): Place {
  let { line, row } = from;
  row += by;
  while (line < lines.length && row >= lines.rows(line).length) {
    row -= lines.rows(line).length;
    line++;
  }
  return { line, row };
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.row < b.row);
}
