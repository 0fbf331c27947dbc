import { type ListMove, type ListPlace, listStart, movedInList, shownAt } from "../rows/list-place.ts";
import type { ReviewItem } from "./review-items.ts";

/** Where a person is in a review, and columns to the right. */
export interface ReviewPlace extends ListPlace {
  readonly shift: number;
}

export const reviewStart: ReviewPlace = { ...listStart, shift: 0 };

/** How a person moves. */
export type ReviewMove = ListMove | keyof typeof jumps | "left" | "right";

/** Columns that one move to the side takes. */
const sideways = 16;
/** No row is read further to the right. */
const farthest = 4_000;

const isFile = ({ kind }: ReviewItem) => kind === "file";
const isHunk = ({ kind }: ReviewItem) => kind === "hunk";
const beginsNote = (item: ReviewItem) => item.kind === "note" && item.begins;

const jumps = {
  "next-file": { by: 1, to: isFile },
  "file-before": { by: -1, to: isFile },
  "next-hunk": { by: 1, to: isHunk },
  "hunk-before": { by: -1, to: isHunk },
  "next-note": { by: 1, to: beginsNote },
} as const;

/** The place after a move in a window of so many rows. Never outside. */
export function movedIn(
  items: readonly ReviewItem[],
  place: ReviewPlace,
  move: ReviewMove,
  height: number,
): ReviewPlace {
  if (move === "left") return { ...place, shift: Math.max(0, place.shift - sideways) };
  if (move === "right") return { ...place, shift: Math.min(farthest, place.shift + sideways) };
  if (!isJump(move)) return movedInList(place, move, items.length, height);
  const { by, to } = jumps[move];
  return shownAt(place, nextWhere(items, place.at, by, to), items.length, height, true);
}

function isJump(move: ReviewMove): move is keyof typeof jumps {
  return Object.hasOwn(jumps, move);
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
