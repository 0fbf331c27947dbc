/** Two texts line by line: what only the first has with `-`, what only the second has with `+`, the rest indented. */
export function lineDiff(before: string, after: string): readonly string[] {
  const [a, b] = [before, after].map((text) => text.replace(/\n$/, "").split("\n")) as [string[], string[]];
  const common = commonLengths(a, b);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i]}`);
      [i, j] = [i + 1, j + 1];
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push(`- ${a[i++]}`);
    } else lines.push(`+ ${b[j++]}`);
  }
  return lines;
}

/** How many lines both have in common, in order, from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] ?? [];
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
