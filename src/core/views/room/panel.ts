import { committed } from "../../rules/accounts.ts";
import { capText, grouped, signed } from "../cost/money-text.ts";
import { durationWords, secondsBetween } from "../now/duration.ts";
import { type Busy, type Progress, progressOf } from "../now/progress.ts";
import { phaseName } from "../phase-words.ts";
import { oneLine, plainText } from "../plain-text.ts";
import { nameStyle } from "../rows/theme.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, InSession } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";

/** What stands beside the talk: where the session is, what everybody does and since when, and what the coach said last. */
export function panelRows(at: At, session: InSession, width: number): readonly string[] {
  const progress = progressOf(session.state, session.live, at.now);
  return [
    ...wrap(plainText(session.state.session.title), width)
      .slice(0, 2)
      .map((row) => at.paint("bold", row)),
    ...placeRows(progress, width),
    "",
    ...busyRows(at, session, progress.busy, width),
    ...waitRows(at, progress, width),
    ...summaryRows(at, session, width),
  ];
}

function placeRows({ phase, turns, tasks, spent, budget, scripted, elapsedMs }: Progress, width: number) {
  const { micros, tokens } = committed(spent);
  const used = budget?.micros !== undefined || micros > 0 ? signed(micros) : `${grouped(tokens)} tokens`;
  return [
    phase === undefined ? "not begun" : phaseName(phase),
    ...(turns && turns.of > 0 ? [`turn ${Math.min(turns.done + 1, turns.of)} of ${turns.of}`] : []),
    ...(tasks
      ? [`${tasks.landed} of ${tasks.of} landed${tasks.failed > 0 ? `, ${tasks.failed} failed` : ""}`]
      : []),
    ...(scripted ? ["a scripted team"] : [budget ? `${used} of ${capText(budget)}` : used]),
    ...(elapsedMs === undefined ? [] : [`at work for ${durationWords(Math.floor(elapsedMs / 1000))}`]),
  ].map((row) => fitted(row, width));
}

function busyRows(
  at: At,
  { state, run }: InSession,
  busy: readonly Busy[],
  width: number,
): readonly string[] {
  if (busy.length === 0) return run.kind === "still" ? [] : [at.paint("dim", "nobody is at work")];
  return busy.flatMap(({ who, task, does, since, rests }) => {
    const name = who ?? "Huddle";
    const clock = since === undefined ? "" : durationWords(secondsBetween(since, at.now));
    const head = [name, task, clock].filter((one) => one !== undefined && one !== "").join(" · ");
    const style = who === undefined ? "dim" : nameStyle(state.session.seats, who);
    return [at.paint(style, fitted(head, width)), doesRow(fitted(`  ${oneLine(does)}`, width), at, rests)];
  });
}

function waitRows(at: At, { waits }: Progress, width: number): readonly string[] {
  if (waits.length === 0) return [];
  const rows = waits.slice(0, 4).map(({ id, title }) => fitted(`${id}  ${oneLine(title)}`, width));
  const more = waits.length > 4 ? [`and ${waits.length - 4} more`] : [];
  return ["", at.paint("warn", "Needs you"), ...rows, ...more];
}

const mostSummary = 10;

function summaryRows(at: At, { summary }: InSession, width: number): readonly string[] {
  if (!summary) return [];
  const rows = wrap(plainText(summary.text), width).filter((row) => row.trim() !== "");
  const shown = rows.length > mostSummary ? [...rows.slice(0, mostSummary), "…"] : rows;
  return [
    "",
    at.paint("name", fitted(`${summary.who} said last`, width)),
    ...shown.map((row) => at.paint("dim", row)),
  ];
}

function doesRow(row: string, { paint }: At, rests: true | undefined): string {
  return rests ? paint("dim", row) : row;
}
