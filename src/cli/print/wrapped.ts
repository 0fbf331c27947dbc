import { wrap } from "../../core/views/rows/wrap.ts";
import { fits } from "../../core/views/text-width.ts";

/** As much of a terminal as the width of a line depends on. */
export interface Columns {
  /** A person sees the output. */
  readonly isTty: boolean;
  columns(): number;
}

/**
 * Lines as they fit the terminal, broken between words; what follows the first row of a line is indented. A command
 * that stands on a line of its own stays whole, because a person copies it, and so does a line with colours or tabs.
 */
export function wrapped(terminal: Columns, lines: readonly string[]): readonly string[] {
  const width = widthFor(terminal);
  return lines.flatMap((text) =>
    text.split("\n").flatMap((line) => {
      if (fits(line, width) || isWhole(line)) return [line];
      const margin = (/^ */.exec(line)?.[0].length ?? 0) + 2;
      return wrap(line, width, margin);
    }),
  );
}

function isWhole(line: string): boolean {
  return (
    line.includes("\u001b") ||
    line.includes("\t") ||
    /^ +(huddle|git|gh|glab|npm|sudo|export|cd|printf) /.test(line)
  );
}

/** The width of a line: that of the terminal less its last column; without a terminal, unlimited. */
export function widthFor({ isTty, columns }: Columns): number {
  return isTty ? Math.max(20, columns() - 1) : Number.POSITIVE_INFINITY;
}
