import { oneLine } from "../plain-text.ts";
import type { Style } from "../rows/theme.ts";
import { wrap } from "../rows/wrap.ts";
import { type Hunk, hasTwoSides, type ReviewFile, type ReviewLine } from "./review-file.ts";

/** What takes one row of a review: the parts of a change in their order, and what was said about its lines. */
export type ReviewItem =
  | { readonly kind: "file"; readonly file: number }
  | { readonly kind: "hunk"; readonly file: number; readonly hunk: number }
  /** By their places in the hunk. In one column only one of both is set; a line that did not change is on the right. */
  | {
      readonly kind: "line";
      readonly file: number;
      readonly hunk: number;
      readonly left?: number;
      readonly right?: number;
    }
  | {
      readonly kind: "note";
      readonly file: number;
      readonly text: string;
      readonly style: Style;
      /** The first row of what was said. */
      readonly begins: boolean;
    };

/** What somebody said about a line of the change, or about a file. */
export interface ReviewNote {
  readonly path: string;
  /** A line after the change. */
  readonly line?: number;
  readonly text: string;
  /** It still stands: the author has not answered it. */
  readonly open: boolean;
}

export interface ReviewLayout {
  /** Before and after side by side. */
  readonly wide: boolean;
  /** Files of which only one row is shown. */
  readonly folded: ReadonlySet<number>;
  readonly notes: readonly ReviewNote[];
  readonly width: number;
}

/** The rows of a change. What they look like is computed only for those in the window. */
export function reviewItems(files: readonly ReviewFile[], layout: ReviewLayout): readonly ReviewItem[] {
  return files.flatMap((file, at) => fileItems(file, at, layout));
}

function fileItems(file: ReviewFile, at: number, layout: ReviewLayout): readonly ReviewItem[] {
  const notes = layout.notes.filter(({ path }) => path === file.path);
  const head: readonly ReviewItem[] = [{ kind: "file", file: at }];
  const isFolded = layout.folded.has(at);
  const shown = new Set(isFolded ? [] : file.hunks.flatMap(({ lines }) => lines.map(({ now }) => now)));
  const others = notes.filter(({ line }) => line === undefined || !shown.has(line));
  const above = [...head, ...others.flatMap((note) => noteItems(note, at, layout, true))];
  if (isFolded) return above;
  const noted = new Map<number, readonly ReviewItem[]>();
  for (const note of notes) {
    if (note.line === undefined || !shown.has(note.line)) continue;
    noted.set(note.line, [...(noted.get(note.line) ?? []), ...noteItems(note, at, layout, false)]);
  }
  return [
    ...above,
    ...file.hunks.flatMap((hunk, place) =>
      hunkItems(hunk, { at, place, noted, wide: layout.wide && hasTwoSides(file) }),
    ),
  ];
}

interface Around {
  readonly at: number;
  readonly place: number;
  readonly noted: ReadonlyMap<number, readonly ReviewItem[]>;
  readonly wide: boolean;
}

function hunkItems(hunk: Hunk, { at, place, noted, wide }: Around): readonly ReviewItem[] {
  const items: ReviewItem[] = [{ kind: "hunk", file: at, hunk: place }];
  const pairs = wide ? sideBySide(hunk.lines) : inOneColumn(hunk.lines);
  for (const { left, right } of pairs) {
    const sides = { ...(left !== undefined && { left }), ...(right !== undefined && { right }) };
    items.push({ kind: "line", file: at, hunk: place, ...sides });
    const now = right === undefined ? undefined : hunk.lines[right]?.now;
    if (noted.size > 0 && now !== undefined) items.push(...(noted.get(now) ?? []));
  }
  return items;
}

interface Pair {
  readonly left?: number | undefined;
  readonly right?: number | undefined;
}

function inOneColumn(lines: readonly ReviewLine[]): readonly Pair[] {
  return lines.map(({ sign }, at) => (sign === "-" ? { left: at } : { right: at }));
}

/** What was removed beside what was added in its place. */
function sideBySide(lines: readonly ReviewLine[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: number[] = [];
  let added: number[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ left: removed[at], right: added[at] });
    removed = [];
    added = [];
  };
  for (const [at, { sign }] of lines.entries()) {
    // What is removed behind something added belongs to the next place.
    if (sign !== "+" && added.length > 0) flush();
    if (sign === "-") removed.push(at);
    else if (sign === "+") added.push(at);
    else {
      flush();
      pairs.push({ left: at, right: at });
    }
  }
  flush();
  return pairs;
}

/** Notes are indented below their line by so much. */
const noteIndent = 8;

function noteItems(
  { text, line, open }: ReviewNote,
  file: number,
  { width }: ReviewLayout,
  named: boolean,
): readonly ReviewItem[] {
  const place = named && line !== undefined ? `line ${line}: ` : "";
  const rows = wrap(`${open ? "!" : "✓"} ${place}${oneLine(text)}`, Math.max(12, width - noteIndent - 1), 2);
  return rows.map((row, at) => ({
    kind: "note",
    file,
    text: `${" ".repeat(noteIndent)}${row}`,
    style: open ? "warn" : "dim",
    begins: at === 0,
  }));
}

/** The line of the change that an item stands for: the newer side, if it has one. */
export function lineOf(files: readonly ReviewFile[], item: ReviewItem | undefined): ReviewLine | undefined {
  if (item?.kind !== "line") return undefined;
  return files[item.file]?.hunks[item.hunk]?.lines[item.right ?? item.left ?? -1];
}
