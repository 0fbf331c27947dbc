/** Where a person is in a list: the row under the cursor, and the first row in the window. */
export interface ListPlace {
  readonly at: number;
  readonly top: number;
}

export const listStart: ListPlace = { at: 0, top: 0 };

/** How a person moves in every list. */
export type ListMove = "up" | "down" | "page-up" | "page-down" | "first" | "last";

/** The place after a move in a list of so many rows, in a window of so many. Never outside. */
export function movedInList<P extends ListPlace>(place: P, move: ListMove, count: number, height: number): P {
  const page = Math.max(1, height - 2);
  const by = { up: -1, down: 1, "page-up": -page, "page-down": page, first: -count, last: count }[move];
  return shownAt(place, place.at + by, count, height);
}

/**
 * The place with the cursor on this row, moved no more than needed. `atTop`: the cursor has jumped, and what comes behind
 * it counts.
 */
export function shownAt<P extends ListPlace>(
  place: P,
  wanted: number,
  count: number,
  height: number,
  atTop = false,
): P {
  const at = Math.max(0, Math.min(count - 1, wanted));
  const lowest = Math.max(0, count - height);
  const isSeen = at >= place.top && at < place.top + height;
  if (atTop && !(isSeen && at - place.top < height / 2)) return { ...place, at, top: Math.min(at, lowest) };
  const margin = Math.min(2, Math.floor((height - 1) / 2));
  const top = Math.max(Math.min(place.top, at - margin), at - height + 1 + margin);
  return { ...place, at, top: Math.max(0, Math.min(top, lowest)) };
}
