import type { Entry } from "../state.ts";

const cutAbove = 64_000;
const keep = 32_000;

/**
 * The entries of a long phase that are still sent. A pure function of their sizes: whenever the kept part passes
 * the limit, all but the newest half is let go of at an entry boundary, so the kept beginning moves in rare jumps
 * and stays cacheable in between.
 */
export function cutFrom(entries: readonly Entry[]): readonly Entry[] {
  let start = 0;
  let size = 0;
  entries.forEach((entry, index) => {
    size += entry.size;
    if (size <= cutAbove) return;
    while (size > keep && start < index) size -= entries[start++]?.size ?? 0;
  });
  return entries.slice(start);
}
