import { committed } from "../../rules/accounts.ts";
import { oneLine } from "../../text/one-line.ts";
import { stripControl } from "../../text/strip-control.ts";
import { capText, grouped, signed } from "../cost/money-text.ts";
import { phaseName } from "../phase-words.ts";
import { fitted, widthOf } from "../text-width.ts";
import { durationWords } from "./duration.ts";
import type { Busy, Progress } from "./progress.ts";

const between = " · ";

/** The progress of a run in one row. Where there is too little room, the parts that matter least are left out. */
export function progressLine(progress: Progress, width: number): string {
  const parts = [
    { text: place(progress), weight: 5 },
    { text: atWork(progress.busy), weight: 2 },
    { text: elapsed(progress), weight: 1 },
    { text: money(progress), weight: 3 },
    { text: needs(progress), weight: 4 },
  ].filter(({ text }) => text !== "");
  let shown = parts;
  while (shown.length > 1 && widthOf(joined(shown)) > width) {
    const least = Math.min(...shown.map(({ weight }) => weight));
    shown = shown.filter(({ weight }) => weight !== least);
  }
  return fitted(joined(shown), width);
}

function joined(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join(between);
}

function place({ phase, turns, tasks }: Progress): string {
  const name = phase === undefined ? "Not begun" : phase === "implementation" ? "Build" : phaseName(phase);
  if (phase === "implementation" && tasks) {
    const failed = tasks.failed === 0 ? "" : `, ${tasks.failed} failed`;
    return `${name}: ${tasks.landed} of ${tasks.of} landed${failed}`;
  }
  return turns && turns.of > 0 ? `${name}: turn ${Math.min(turns.done + 1, turns.of)} of ${turns.of}` : name;
}

function atWork(busy: readonly Busy[]): string {
  const active = busy.filter(({ rests }) => !rests);
  const [first, ...others] = active;
  if (!first) return "";
  if (others.length > 0) return `${active.length} at work`;
  return oneLine(stripControl(first.who === undefined ? first.does : `${first.who} ${first.does}`));
}

function elapsed({ elapsedMs }: Progress): string {
  return elapsedMs === undefined ? "" : durationWords(Math.floor(elapsedMs / 1000));
}

/** What counts against the budget, as far as it is known: with what is reserved for requests under way. */
function money({ spent, budget, scripted }: Progress): string {
  if (scripted) return "";
  const { micros, tokens } = committed(spent);
  const isMoney = budget?.micros !== undefined || (budget === undefined && micros > 0);
  const used = isMoney ? signed(micros) : `${grouped(tokens)} tokens`;
  return budget ? `${used} of ${capText(budget)}` : used;
}

function needs({ waits }: Progress): string {
  if (waits.length === 0) return "";
  const ids = waits.slice(0, 3).map(({ id }) => id);
  const more = waits.length > ids.length ? ` and ${waits.length - ids.length} more` : "";
  return `needs you: ${ids.join(", ")}${more}`;
}
