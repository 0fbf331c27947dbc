// npm run bench: every number that design section 12 sets a bar for, as far as it can be measured yet.
import { benchCli } from "./cli.ts";
import { benchGateway } from "./gateway.ts";
import { type BenchRow, benchLog } from "./log.ts";

const rows = [...(await benchLog()), ...(await benchCli()), ...(await benchGateway())];
process.stdout.write(process.argv.includes("--json") ? `${JSON.stringify({ rows })}\n` : table(rows));

function table(all: readonly BenchRow[]): string {
  const cells = all.map((row) => [
    row.name,
    row.measured,
    row.baseline,
    ratioOf(row),
    barOf(row),
    verdictOf(row),
  ]);
  const head = ["what", "measured", "against", "ratio", "bar", ""];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = [head, ...cells].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "),
  );
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n\nA ratio is speed against the baseline of the same run: 1 is as fast, more is faster.\n`;
}

function ratioOf({ ratio }: BenchRow): string {
  return ratio === undefined ? "" : ratio.toFixed(2);
}

function barOf({ bar }: BenchRow): string {
  return bar === undefined ? "" : `≥ ${bar}`;
}

function verdictOf({ ratio, bar }: BenchRow): string {
  if (ratio === undefined || bar === undefined) return "";
  return ratio >= bar ? "held" : "MISSED";
}
