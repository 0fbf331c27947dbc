/**
 * Where the part that is still sent starts. A pure function of sizes: whenever the kept part exceeds `most`, all but
 * its newest half is dropped at a boundary. So the start moves in rare jumps, and requests stay cacheable in between.
 * The newest item is always kept.
 */
export function cutIndex<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): number {
  return cutOnward(noCut, items, 0, sizeOf, most).start;
}

/** Where the kept part starts, and its size. */
export interface Cut {
  readonly start: number;
  readonly size: number;
}

export const noCut: Cut = { start: 0, size: 0 };

/** The cut of a list whose items before `from` have already been counted. */
export function cutOnward<T>(
  { start, size }: Cut,
  items: readonly T[],
  from: number,
  sizeOf: (item: T) => number,
  most: number,
): Cut {
  let now = start;
  let kept = size;
  for (const [offset, item] of items.slice(from).entries()) {
    kept += sizeOf(item);
    if (kept <= most) continue;
    for (const old of items.slice(now, from + offset)) {
      if (kept <= most / 2) break;
      kept -= sizeOf(old);
      now += 1;
    }
  }
  return { start: now, size: kept };
}

/** The newest items that together fit into this many characters, in their order. */
export function newestWithin<T>(
  items: readonly T[],
  most: number,
  sizeOf: (item: T) => number,
): readonly T[] {
  let size = 0;
  const tooOld = items.findLastIndex((item) => {
    size += sizeOf(item);
    return size > most;
  });
  return items.slice(tooOld + 1);
}
