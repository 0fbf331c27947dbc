const longestLine = 2_000;
/** Most characters of a page, so that long lines do not make a long page. */
const mostCharacters = 60_000;

/**
 * A page of at most `count` lines from line `from`. It says what it leaves out and how to get that. Never empty.
 */
export function page(
  text: string,
  from: number,
  count: number,
  show: (line: string, number: number) => string,
  next: (line: number) => string,
): string {
  const lines = linesOf(text);
  if (lines.length === 0) return "(empty)";
  if (from > lines.length)
    return lines.length === 1 ? "(there is only 1 line)" : `(there are only ${lines.length} lines)`;
  const following = from + pageLength(lines, from, count);
  const shown = lines
    .slice(from - 1, following - 1)
    .map((line, index) => show(cutLine(line), from + index))
    .join("\n");
  return following > lines.length
    ? shown
    : `${shown}\n(${moreLines(lines.length - following + 1)}; ${next(following)})`;
}

function moreLines(count: number): string {
  return count === 1 ? "1 more line" : `${count} more lines`;
}

/** Members are shown no carriage returns. One that is left at the end would become a line of its own. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** How many lines fit; at least one. */
function pageLength(lines: readonly string[], from: number, count: number): number {
  let characters = 0;
  for (let taken = 0; taken < count; taken++) {
    const line = lines[from - 1 + taken];
    if (line === undefined) return taken;
    characters += Math.min(line.length, longestLine) + 1;
    if (characters > mostCharacters) return Math.max(1, taken);
  }
  return count;
}

/** Long lines are cut, and say so. */
export function cutLine(line: string): string {
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine)} (line cut, ${line.length} characters)`;
}

/** A line as it is shown with its number. */
export function numbered(line: string, number: number): string {
  return `${number}\t${line}`;
}
