/** Stands in kept output, on a line of its own, where much was left out: how many bytes, and how many ends of lines. */
export function gapLine(bytes: number, lines: number): string {
  return `[… ${bytes} bytes left out, ${lines} lines …]`;
}

/** How many ends of lines were left out in this line's place. Undefined: it is a line like others. */
function gapIn(line: string): number | undefined {
  const [, lines] = /^\[… \d+ bytes left out, (\d+) lines …\]$/.exec(line) ?? [];
  return lines === undefined ? undefined : Number(lines);
}

/** The number of each line, as it was printed; a gap has none. The line behind a gap is the end of the one in which it ends. */
export function lineNumbers(lines: readonly string[]): readonly (number | undefined)[] {
  let number = 0;
  let skipped: number | undefined;
  return lines.map((line) => {
    const gap = number > 0 ? gapIn(line) : undefined;
    if (gap !== undefined) {
      skipped = gap;
      return undefined;
    }
    number += skipped ?? 1;
    skipped = undefined;
    return number;
  });
}
