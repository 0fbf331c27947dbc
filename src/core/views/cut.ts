const cutAbove = 64_000;
const keep = 32_000;

/** Something that takes so many characters of a request. */
export interface Sized {
  readonly size: number;
}

/**
 * Where what is still sent begins. A pure function of sizes: whenever the kept part passes the limit, all but the newest
 * half is let go of at a boundary, so the kept beginning moves in rare jumps and stays cacheable in between. The newest
 * is always kept.
 */
export function cutIndex(items: readonly Sized[]): number {
  let start = 0;
  let size = 0;
  items.forEach((item, index) => {
    size += item.size;
    if (size <= cutAbove) return;
    while (size > keep && start < index) size -= items[start++]?.size ?? 0;
  });
  return start;
}

/** The newest that fit into so many characters together, in their order. */
export function newestWithin<T extends Sized>(items: readonly T[], most: number): readonly T[] {
  let start = items.length;
  let size = 0;
  while (start > 0) {
    size += items[start - 1]?.size ?? 0;
    if (size > most) break;
    start -= 1;
  }
  return items.slice(start);
}
