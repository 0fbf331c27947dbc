import { heldWords } from "../../../core/permits/held.ts";
import type { CheckRun } from "../../../core/ports/check-run.ts";
import type { Changed, CommandRun, Prepared } from "../../../core/ports/commands.ts";
import { failedCheckWords } from "../../../core/reports/failed-check.ts";
import type { CallId } from "../../../core/terms/ids.ts";
import { pathList } from "../../../core/text/path-list.ts";
import { lineNumbers } from "../../../core/work/output-gap.ts";

/** Characters of the output that its author gets at once: more of its end, where most programs say what went wrong. */
const most = { start: 4_000, end: 8_000 };

/** What a command came to, for the member who ran it. */
export function commandWords(run: CommandRun & Changed & Prepared, call: CallId): string {
  const { output, changed, held = [], heldAnew = held, asks = [], problem, blocked, setUp } = run;
  return [
    ...(blocked === undefined ? [] : [blocked]),
    ...(setUp === undefined ? [] : [setUpWords(setUp)]),
    `${endWords(run)}${changed.length > 0 ? ` Changed: ${pathList(changed)}.` : ""}`,
    ...(problem === undefined ? [] : [`This worktree cannot be committed as it is: ${problem}`]),
    ...heldWords(heldAnew),
    ...(asks.length > 0 ? [askedWords(asks)] : []),
    output.trim() === "" ? "It printed nothing." : startAndEnd(output, call),
  ].join("\n");
}

/** What the project depends on was another, so set-up ran first. */
function setUpWords(setUp: CheckRun): string {
  return setUp.exit === 0
    ? `(What this project depends on has changed, so \`${setUp.command}\` ran first.)`
    : `(What this project depends on has changed, and \`${setUp.command}\` fails, so nothing of it is installed:)\n${failedCheckWords(setUp)}\n`;
}

function askedWords(paths: readonly string[]): string {
  return `A person is asked before ${pathList(paths)} ${paths.length === 1 ? "is" : "are"} committed. If the task does not need that, put ${paths.length === 1 ? "it" : "them"} back as before.`;
}

function endWords({ exit, ms, over }: CommandRun): string {
  const time = `${(ms / 1000).toFixed(1)} s`;
  if (over === "time") return `Ended after ${time}: it ran longer than its timeout.`;
  if (over !== undefined) return `Ended after ${time}.`;
  return exit === null ? `Ended by a signal after ${time}.` : `Exit ${exit} after ${time}.`;
}

/** Whole lines of the start and the end, and how to get those between. */
function startAndEnd(output: string, call: CallId): string {
  const text = output.trimEnd();
  if (text.length <= most.start + most.end) return text;
  const start = text.slice(0, text.lastIndexOf("\n", most.start) + 1 || most.start);
  const last = text.length - most.end;
  const end = text.slice(text.indexOf("\n", last) + 1 || last);
  const numbers = lineNumbers(text.split("\n"));
  const from = start.split("\n").length;
  const left = (numbers.at(-end.split("\n").length) ?? 0) - from;
  // Of very much output, the middle is not even kept.
  const which = numbers.includes(undefined) ? "those that were kept" : "them";
  const what =
    left > 0
      ? `${left} lines left out; read_output with call ${call} and from ${from} shows ${which}`
      : `${text.length - start.length - end.length} characters left out`;
  return `${start.trimEnd()}\n(${what})\n${end}`;
}
