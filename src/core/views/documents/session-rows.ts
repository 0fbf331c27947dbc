import type { SessionCard } from "../../ports/session-card.ts";
import { dollars } from "../../rules/budget.ts";
import { clipped } from "../../text/clipped.ts";
import { oneLine } from "../../text/one-line.ts";
import { phaseWords } from "../phase-words.ts";
import { agoWords } from "./ago-words.ts";

/** One session in the list of all. */
export type ListedSession = UnreadableSession | ReadSession;

interface Named {
  readonly session: string;
  /** Commands that name no session are about this one. */
  readonly isMeant: boolean;
}

export interface UnreadableSession extends Named {
  readonly unreadable: string;
}

export interface ReadSession
  extends Named,
    Pick<
      SessionCard,
      "kind" | "title" | "openedAt" | "lastAt" | "phase" | "over" | "spent" | "small" | "tasks"
    > {
  /** False: a kill came before its first event. */
  readonly began: boolean;
  /** Ids of what waits for the person. */
  readonly needs: readonly string[];
  /** The process that runs it now. `isSure` is false for one on another machine, which cannot be seen from here. */
  readonly runner?: { readonly host: string; readonly pid: number; readonly isSure: boolean };
}

/** How many that are over a list shows, unless all are wanted. */
export const mostOver = 8;

/** Two lines for each session: its name and title, and how it stands. */
export function sessionRows(all: readonly ListedSession[], now: string): readonly string[] {
  return all.flatMap((one) => {
    const name = `${one.isMeant ? "*" : " "} ${one.session}`;
    if ("unreadable" in one) return [name, `    cannot be read: ${clipped(oneLine(one.unreadable), 100)}`];
    const title = one.title === "" ? "" : `: ${oneLine(one.title)}`;
    return [`${name}${title}`, `    ${standing(one, now)}`];
  });
}

function standing(one: ReadSession, now: string): string {
  const { needs, spent, lastAt, runner } = one;
  return [
    placeWords(one),
    ...(one.tasks === undefined || one.over !== undefined ? [] : [progressWords(one.tasks)]),
    `last event ${agoWords(lastAt, now)}`,
    spentWords(spent),
    ...(runner
      ? [runner.isSure ? `at work (process ${runner.pid})` : `may be at work on ${runner.host}`]
      : []),
    ...(needs.length > 0 ? [`needs you: ${needs.join(", ")}`] : []),
  ]
    .map(oneLine) // the card may have been edited
    .join(" · ");
}

/** How far building has come. */
export function progressWords({ done, all }: NonNullable<ReadSession["tasks"]>): string {
  return `${done} of ${all} ${all === 1 ? "task" : "tasks"} done`;
}

/** A scripted team costs nothing, and the price of some models is not known. */
export function spentWords({ micros, requests }: ReadSession["spent"]): string {
  if (micros > 0) return dollars(micros);
  if (requests === 0) return "nothing spent";
  return requests === 1 ? "1 request" : `${requests} requests`;
}

export function placeWords({
  began,
  kind,
  over,
  phase,
}: Pick<ReadSession, "began" | "kind" | "over" | "phase">): string {
  if (!began) return "never began";
  if (over !== undefined) return `over: ${oneLine(over)}`;
  if (kind === "grooming") return "grooming";
  return phase === undefined ? "not begun" : phaseWords(phase);
}

export function isOver(one: ListedSession): boolean {
  return !("unreadable" in one) && one.over !== undefined;
}
