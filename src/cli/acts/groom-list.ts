import { type Grooming, groomingsOf } from "../../app/sessions/groomings.ts";
import { counted } from "../../core/views/cost/money-text.ts";
import { agoWords } from "../../core/views/documents/ago-words.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle groom list`, and `huddle groom` alone: all groomings, most recent activity first. */
export async function groomListAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const groomings = await groomingsOf(project);
  const [newest] = groomings;
  const lines = newest ? rows(groomings, wire.clock.now()) : ["There are no groomings here."];
  const next = newest
    ? { command: `huddle groom continue ${newest.session}`, why: "goes on where it stopped" }
    : { command: 'huddle groom "what could it be?"', why: "a talk without a goal" };
  report(wire, options, { groomings }, lines, next);
  return exitCodes.finished;
}

function rows(groomings: readonly Grooming[], now: string): readonly string[] {
  const cells = groomings.map((one) => [one.session, counted(one.turns, "turn"), agoWords(one.lastAt, now)]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return groomings.map((one, index) => {
    const row = (cells[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${[...row, oneLine(one.topic)].join("  ")}${standing(one)}`;
  });
}

function standing({ promoted, waits, hasBrief }: Grooming): string {
  const notes = [
    ...(waits > 0 ? ["waits for you"] : []),
    ...(promoted.length > 0 ? [`promoted to ${promoted.join(", ")}`] : hasBrief ? ["has a brief"] : []),
  ];
  return notes.length > 0 ? ` (${notes.join("; ")})` : "";
}
