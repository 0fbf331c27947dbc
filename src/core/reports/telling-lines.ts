import { clipped } from "../text/clipped.ts";

const most = 8;
const longest = 200;

/** Rows that say nothing about the cause: stacks, and what package managers and Node print around every failure. */
const noise =
  /^\s*(?:at |npm (?:ERR!|error|notice|warn)|error Command failed|info Visit|ELIFECYCLE|Node\.js v\d|\^+\s*$|[{}]\s*,?$)|^> \S/;

/** A package manager that explains itself says first what is wrong, and then everything it can do. */
const complaint = /^\s*npm (?:ERR!|error)\s+\S/;
const usage = /^\s*npm (?:ERR!|error)\s+Usage:/i;

/** A row in which a program says that something is wrong. */
const wrong =
  /^\s*(?:\S+: )?(?:error|fatal)\b|\w*(?:Error|Exception)\b(?: \[[^\]]+\])?:|\[ERROR\]|: error\b|cannot find|not found|no such file/i;

/**
 * The lines of an output that may tell a person why it failed: its end, below the first line that says what is wrong.
 */
export function tellingLines(output: string): string {
  const rows = output.split("\n").filter((row) => row.trim() !== "");
  const telling = rows.filter((row) => !noise.test(row));
  return (telling.length > 0 ? causeAndEnd(telling) : beforeUsage(rows))
    .map((row) => clipped(row.trimEnd(), longest))
    .join("\n");
}

function causeAndEnd(rows: readonly string[]): readonly string[] {
  const first = rows.findIndex((row) => wrong.test(row));
  const cause = rows[first];
  if (cause === undefined || first >= rows.length - most) return rows.slice(-most);
  return [cause, ...rows.slice(1 - most)];
}

function beforeUsage(rows: readonly string[]): readonly string[] {
  const complaints = rows.filter((row) => complaint.test(row));
  const end = complaints.findIndex((row) => usage.test(row));
  return (complaints.length > 0 ? complaints.slice(0, end === -1 ? undefined : end) : rows).slice(0, most);
}
