import type { ReviewItem } from "./review-items.ts";

/** Where a person is in a review: the row under the cursor, the first row in the window, and columns to the right. */
export interface ReviewPlace {
  readonly at: number;
  readonly top: number;
  readonly shift: number;
}

export const reviewStart: ReviewPlace = { at: 0, top: 0, shift: 0 };

/** How a person moves. */
export type ReviewMove =
  | "up"
  | "down"
  | "page-up"
  | "page-down"
  | "first"
  | "last"
  | "next-file"
  | "file-before"
  | "next-hunk"
  | "hunk-before"
  | "next-note"
  | "left"
  | "right";

/** Columns that one move to the side takes. */
const sideways = 16;
/** No row is read further to the right. */
const farthest = 4_000;

/** The place after a move in a window of so many rows. Never outside. */
export function movedIn(
  items: readonly ReviewItem[],
  place: ReviewPlace,
  move: ReviewMove,
  height: number,
): ReviewPlace {
  if (move === "left") return { ...place, shift: Math.max(0, place.shift - sideways) };
  if (move === "right") return { ...place, shift: Math.min(farthest, place.shift + sideways) };
  return shownAt(items, place, target(items, place.at, move, height), height, isJump(move));
}

/** The place with the cursor on this row, and the row in the window. `atTop`: what comes behind it counts, too. */
export function shownAt(
  items: readonly ReviewItem[],
  place: ReviewPlace,
  wanted: number,
  height: number,
  atTop = false,
): ReviewPlace {
  const at = Math.max(0, Math.min(items.length - 1, wanted));
  const lowest = Math.max(0, items.length - height);
  const isSeen = at >= place.top && at < place.top + height;
  if (atTop && !(isSeen && at - place.top < height / 2)) return { ...place, at, top: Math.min(at, lowest) };
  const margin = Math.min(2, Math.floor((height - 1) / 2));
  const top = Math.max(Math.min(place.top, at - margin), at - height + 1 + margin);
  return { ...place, at, top: Math.max(0, Math.min(top, lowest)) };
}

function isJump(move: ReviewMove): boolean {
  return ["next-file", "file-before", "next-hunk", "hunk-before", "next-note"].includes(move);
}

function target(items: readonly ReviewItem[], at: number, move: ReviewMove, height: number): number {
  const page = Math.max(1, height - 2);
  switch (move) {
    case "up":
      return at - 1;
    case "down":
      return at + 1;
    case "page-up":
      return at - page;
    case "page-down":
      return at + page;
    case "first":
      return 0;
    case "last":
      return items.length - 1;
    case "next-file":
      return nextWhere(items, at, 1, ({ kind }) => kind === "file");
    case "file-before":
      return nextWhere(items, at, -1, ({ kind }) => kind === "file");
    case "next-hunk":
      return nextWhere(items, at, 1, ({ kind }) => kind === "hunk");
    case "hunk-before":
      return nextWhere(items, at, -1, ({ kind }) => kind === "hunk");
    case "next-note":
      return nextWhere(items, at, 1, (item) => item.kind === "note" && item.begins);
    default:
      return at;
  }
}

/** The next such row in this direction. Without one, the cursor stays. */
function nextWhere(
  items: readonly ReviewItem[],
  from: number,
  by: 1 | -1,
  holds: (item: ReviewItem) => boolean,
): number {
  for (let at = from + by; at >= 0 && at < items.length; at += by) {
    const item = items[at];
    if (item && holds(item)) return at;
  }
  return from;
}

/** The row of the same thing in other items, after a fold or in another width. */
export function sameRow(items: readonly ReviewItem[], item: ReviewItem | undefined): number {
  if (!item) return 0;
  const same = items.findIndex((one) => isSame(one, item));
  return same >= 0
    ? same
    : Math.max(
        0,
        items.findIndex((one) => one.kind === "file" && one.file === item.file),
      );
}

function isSame(one: ReviewItem, item: ReviewItem): boolean {
  if (one.kind !== item.kind || one.file !== item.file) return false;
  if (one.kind === "note" && item.kind === "note") return one.text === item.text;
  if (one.kind === "hunk" && item.kind === "hunk") return one.hunk === item.hunk;
  if (one.kind !== "line" || item.kind !== "line") return true;
  if (one.hunk !== item.hunk) return false;
  const wanted = item.right ?? item.left;
  return one.right === wanted || one.left === wanted;
}
