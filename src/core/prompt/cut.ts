const cutAbove = 64_000;
const keep = 32_000;

/**
 * Where what is still sent begins. A pure function of sizes: whenever the kept part passes the limit, all but the newest
 * half is let go of at a boundary, so the kept beginning moves in rare jumps and stays cacheable in between. The newest
 * is always kept.
 */
export function cutIndex<T>(items: readonly T[], sizeOf: (item: T) => number): number {
  return cutOnward(noCut, items, 0, sizeOf).start;
}

/** Where the kept part begins, and how large it is. */
export interface Cut {
  readonly start: number;
  readonly size: number;
}

export const noCut: Cut = { start: 0, size: 0 };

/** The cut of items of which those before `from` have been looked at already. */
export function cutOnward<T>(
  { start, size }: Cut,
  items: readonly T[],
  from: number,
  sizeOf: (item: T) => number,
): Cut {
  let now = start;
  let kept = size;
  for (const [offset, item] of items.slice(from).entries()) {
    kept += sizeOf(item);
    if (kept <= cutAbove) continue;
    for (const old of items.slice(now, from + offset)) {
      if (kept <= keep) break;
      kept -= sizeOf(old);
      now += 1;
    }
  }
  return { start: now, size: kept };
}

/** The newest that fit into so many characters together, in their order. */
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
