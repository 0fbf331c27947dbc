import type { Entry } from "./held-by-content.ts";

/** What two trees have different, from what each of them has else than the same third one. */
export function entriesBetween(then: readonly Entry[], now: readonly Entry[]): readonly Entry[] {
  const [before, after] = [then, now].map((entries) => new Map(entries.map((entry) => [entry.path, entry])));
  const paths = [...new Set([...then, ...now].map(({ path }) => path))].sort();
  return paths.flatMap((path) => {
    const [old, young] = [before?.get(path), after?.get(path)];
    // Whoever has it as the third tree does shows that in the entry of the other.
    const was = old?.after ?? young?.before;
    const is = young?.after ?? old?.before;
    if (!was || !is || (was.mode === is.mode && was.object === is.object)) return [];
    return [{ path, before: was, after: is }];
  });
}
