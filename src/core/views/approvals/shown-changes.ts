import { lineDiff } from "../line-diff.ts";

/** A file before and after. Undefined: there is none. */
interface Shown {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly executable?: boolean;
}

/** Lines of the file around each change. */
const around = 3;
/** More than this is too much to read before saying yes; what is left out is counted. */
const mostLines = 2_000;

/** What a person reads before they say yes: every file, line by line, with a few lines around each change. */
export function shownChanges(files: readonly Shown[]): string {
  return files.map(shownFile).join("\n\n");
}

function shownFile({ path, before, after, executable }: Shown): string {
  const what = before === undefined ? "new file" : after === undefined ? "removed" : "changed";
  const mode = executable === undefined ? "" : executable ? ", executable" : ", not executable";
  const rows = (before ?? "") === (after ?? "") ? [] : nearChanges(linesOf(before, after));
  const left = rows.length - mostLines;
  const shown = left > 0 ? [...rows.slice(0, mostLines), `(${left} more lines)`] : rows;
  return [`${path} (${what}${mode})`, ...shown].join("\n");
}

/** A file that is not there, or empty, has no lines, not one empty one. */
function linesOf(before = "", after = ""): readonly string[] {
  const empty = [...(before === "" ? ["- "] : []), ...(after === "" ? ["+ "] : [])];
  return lineDiff(before, after).filter((row) => !empty.includes(row));
}

function nearChanges(rows: readonly string[]): readonly string[] {
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - around), at + around + 1).some((row) => !row.startsWith("  ")),
  );
  return rows.flatMap((row, at) => {
    if (isNear[at]) return [row];
    return isNear[at - 1] || at === 0 ? ["  …"] : [];
  });
}
