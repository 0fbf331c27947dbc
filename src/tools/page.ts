const longestLine = 2_000;

/** A page of lines from line `from`, with words that say what was left out and how to get it. Never empty. */
export function page(
  text: string,
  from: number,
  count: number,
  show: (line: string, number: number) => string,
  next: (line: number) => string,
): string {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return "(empty)";
  if (from > lines.length) return `(there are only ${lines.length} lines)`;
  const shown = lines.slice(from - 1, from - 1 + count).map((line, index) => show(cut(line), from + index));
  const following = from + shown.length;
  return following > lines.length
    ? shown.join("\n")
    : `${shown.join("\n")}\n(${lines.length - following + 1} more lines; ${next(following)})`;
}

function cut(line: string): string {
  return line.length <= longestLine
    ? line
    : `${line.slice(0, longestLine)} (line cut, ${line.length} characters)`;
}
