/**
 * A list that only grows. Versions share one backing array, so appending is O(1) and an older version still
 * sees exactly its own length. Appending twice to the same version copies once; nothing is ever overwritten.
 */
export interface Appended<T> {
  readonly backing: readonly T[];
  readonly length: number;
}

export function appended<T>(items: readonly T[] = []): Appended<T> {
  return { backing: [...items], length: items.length };
}

export function append<T>(list: Appended<T>, item: T): Appended<T> {
  // Only this function writes to the backing array, and only beyond the end of every version.
  const backing = (
    list.backing.length === list.length ? list.backing : list.backing.slice(0, list.length)
  ) as T[];
  backing.push(item);
  return { backing, length: list.length + 1 };
}

export function at<T>(list: Appended<T>, index: number): T | undefined {
  const position = index < 0 ? list.length + index : index;
  return position < list.length ? list.backing[position] : undefined;
}

export function replaceLast<T>(list: Appended<T>, item: T): Appended<T> {
  const items = list.backing.slice(0, Math.max(0, list.length - 1));
  items.push(item);
  return { backing: items, length: items.length };
}

/** Its items, or those from one index up to another. */
export function toArray<T>(list: Appended<T>, from = 0, to = list.length): readonly T[] {
  return list.backing.slice(from, Math.min(to, list.length));
}
