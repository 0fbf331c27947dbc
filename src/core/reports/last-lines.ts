import { clipped } from "../text/clipped.ts";

const most = 8;
const longest = 200;

/** Rows that say nothing about the cause: stacks, and what package managers and Node print below every failure. */
const noise =
  /^\s*(?:at |npm (?:ERR!|error|notice|warn)|error Command failed|info Visit|ELIFECYCLE|Node\.js v\d|\^+\s*$|[{}]\s*,?$)/;

/** The last lines of an output that may tell a person why it failed. */
export function lastLines(output: string): string {
  const rows = output.split("\n").filter((row) => row.trim() !== "");
  const telling = rows.filter((row) => !noise.test(row));
  return (telling.length > 0 ? telling : rows)
    .slice(-most)
    .map((row) => clipped(row.trimEnd(), longest))
    .join("\n");
}
