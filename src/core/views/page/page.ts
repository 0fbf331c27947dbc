import type { Paint } from "../rows/theme.ts";

/** Where a person is in a long text, and what they look for in it. */
export interface PageAt {
  readonly top: number;
  /** Empty: they look for nothing. */
  readonly query: string;
}

export const pageStart: PageAt = { top: 0, query: "" };

export type PageMove = "up" | "down" | "page-up" | "page-down" | "first" | "last" | "next" | "previous";

/** The page after a move. `rows`: the whole text as rows; `height`: how many are seen. */
export function moved(at: PageAt, move: PageMove, rows: readonly string[], height: number): PageAt {
  const page = Math.max(1, height - 1);
  const steps = { up: -1, down: 1, "page-up": -page, "page-down": page };
  switch (move) {
    case "first":
      return { ...at, top: 0 };
    case "last":
      return held({ ...at, top: rows.length }, rows, height);
    case "next":
    case "previous":
      return toMatch(at, move, rows, height);
    default:
      return held({ ...at, top: at.top + steps[move] }, rows, height);
  }
}

/** Looks for words; the page goes to the first row from here on that has them, else to the first of all. */
export function sought(at: PageAt, query: string, rows: readonly string[], height: number): PageAt {
  const found = matchesIn(rows, query);
  const row = found.find((one) => one >= at.top) ?? found[0];
  return held({ top: row ?? at.top, query }, rows, height);
}

/** The rows that are seen, with what is looked for marked. The text holds no colours yet. */
export function pageRows(
  { top, query }: PageAt,
  rows: readonly string[],
  height: number,
  paint: Paint,
): readonly string[] {
  const words = patternOf(query);
  const shown = rows.slice(top, top + height);
  return words ? shown.map((row) => row.replace(words, (found) => paint("decided", found))) : shown;
}

/** `rows 1–20 of 80`, and how much was found. */
export function placeOf({ top, query }: PageAt, rows: readonly string[], height: number): string {
  const place =
    rows.length <= height
      ? "all of it"
      : `rows ${top + 1}–${Math.min(rows.length, top + height)} of ${rows.length}`;
  if (query === "") return place;
  const count = matchesIn(rows, query).length;
  return `${place} · ${count === 0 ? "not found" : `found in ${count} ${count === 1 ? "row" : "rows"}`}`;
}

/** At the end of the text, the next match is the first one again. */
function toMatch(at: PageAt, move: "next" | "previous", rows: readonly string[], height: number): PageAt {
  const found = matchesIn(rows, at.query);
  const row =
    move === "next"
      ? (found.find((one) => one > at.top) ?? found[0])
      : (found.findLast((one) => one < at.top) ?? found.at(-1));
  if (row === undefined) return at;
  const then = held({ ...at, top: row }, rows, height);
  // Near the end, several matches are on one page, which cannot go further down.
  return then.top === at.top && move === "next" ? { ...at, top: Math.min(at.top, found[0] ?? 0) } : then;
}

function matchesIn(rows: readonly string[], query: string): readonly number[] {
  const words = patternOf(query);
  return words ? rows.flatMap((row, index) => (row.search(words) >= 0 ? [index] : [])) : [];
}

/** The words as they are, in capitals or not. */
function patternOf(query: string): RegExp | undefined {
  return query === "" ? undefined : new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

function held(at: PageAt, rows: readonly string[], height: number): PageAt {
  return { ...at, top: Math.max(0, Math.min(at.top, rows.length - height)) };
}
