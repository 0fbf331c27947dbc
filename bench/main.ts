// npm run bench: every number that design section 12 sets a bar for, as far as it can be measured yet.
import { existsSync } from "node:fs";
import { benchCli } from "./cli.ts";
import { costOf } from "./cost/cost.ts";
import { costReport } from "./cost/cost-report.ts";
import { benchFloor } from "./floor.ts";
import { benchGateway } from "./gateway.ts";
import { benchHands } from "./hands.ts";
import { type BenchRow, benchLog } from "./log.ts";
import { bytesPerToken } from "./meeting/read-session.ts";
import { meetingCost, meetingReport, talkCosts } from "./meeting.ts";
import { benchTerminal } from "./terminal.ts";
import { benchTurn } from "./turn.ts";

/** What can be measured alone, as npm run bench -- turn. */
const parts: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  log: () => benchLog(),
  turn: () => benchTurn(),
  cli: () => benchCli(),
  gateway: () => benchGateway(),
  hands: () => benchHands(),
  floor: () => benchFloor(),
  terminal: () => benchTerminal(),
};

const asJson = process.argv.includes("--json");
const [first, ...rest] = process.argv.slice(2).filter((arg) => arg !== "--json");
if (first === "cost") await benchCost(rest);
else if (first === "meeting") await benchMeeting(rest);
else if ((first === undefined || first in parts) && rest.length === 0) await bench(first);
else usage();

async function bench(only: string | undefined): Promise<void> {
  const rows: BenchRow[] = [];
  for (const [name, part] of Object.entries(parts))
    if (only === undefined || only === name) rows.push(...(await part()));
  process.stdout.write(asJson ? `${JSON.stringify({ rows })}\n` : table(rows));
}

/** npm run bench -- cost <conversation.jsonl> */
async function benchCost(paths: readonly string[]): Promise<void> {
  const [path] = paths;
  if (path === undefined || paths.length > 1) return usage();
  if (!existsSync(path)) {
    process.stderr.write(`There is no file ${path}.\n`);
    process.exitCode = 1;
    return;
  }
  const cost = await costOf(path);
  process.stdout.write(asJson ? `${JSON.stringify(cost)}\n` : costReport(cost));
}

/** npm run bench -- meeting: the rehearsals of a talk, or with paths the recorded sessions there. */
async function benchMeeting(paths: readonly string[]): Promise<void> {
  if (paths.some((path) => !existsSync(path))) return usage();
  const costs =
    paths.length === 0 ? await talkCosts() : await Promise.all(paths.map((path) => meetingCost(path)));
  for (const cost of costs)
    process.stdout.write(asJson ? `${JSON.stringify(cost)}\n` : `${meetingReport(cost)}\n`);
  const note = `What was played counts ${bytesPerToken} bytes for each token that the provider counted.\n`;
  if (!asJson) process.stdout.write(note);
}

function usage(): void {
  process.stderr.write(
    `npm run bench -- [${Object.keys(parts).join("|")}] [--json], or npm run bench -- cost <conversation.jsonl> [--json], or npm run bench -- meeting [<session.jsonl> …] [--json]\n`,
  );
  process.exitCode = 2;
}

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

function barOf({ bar, held }: BenchRow): string {
  if (held) return held.bar;
  return bar === undefined ? "" : `≥ ${Number(bar.toFixed(2))}`;
}

function verdictOf({ ratio, bar, held }: BenchRow): string {
  if (held) return held.isHeld ? "held" : "MISSED";
  if (ratio === undefined || bar === undefined) return "";
  return ratio >= bar ? "held" : "MISSED";
}
