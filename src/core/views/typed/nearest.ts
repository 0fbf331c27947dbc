/** For the end of a sentence that refuses a word. */
export function meantWords(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

/** Of these words, the one that was probably meant. Undefined: none is near. */
function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const near = words
    .map((one) => ({ one, away: distance(typed, one.toLowerCase()) }))
    .filter(({ one, away }) => away <= Math.max(1, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.away - b.away);
  return near[0]?.one ?? words.find((one) => typed.length > 1 && one.toLowerCase().startsWith(typed));
}

/** How many letters must be added, left out, replaced or swapped with their neighbour. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last: number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
