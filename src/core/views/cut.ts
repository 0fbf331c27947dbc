const cutAbove = 64_000;
const keep = 32_000;

/**
 * Where what is still sent begins. A pure function of sizes: whenever the kept part passes the limit, all but the newest
 * half is let go of at a boundary, so the kept beginning moves in rare jumps and stays cacheable in between. The newest
 * is always kept.
 */
export function cutIndex<T>(items: readonly T[], sizeOf: (item: T) => number): number {
  let start = 0;
  let size = 0;
  items.forEach((item, index) => {
    size += sizeOf(item);
    if (size <= cutAbove) return;
    for (const old of items.slice(start, index)) {
      if (size <= keep) break;
      size -= sizeOf(old);
      start += 1;
    }
  });
  return start;
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
