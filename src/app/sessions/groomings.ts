import { unreadableLog } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { Project } from "../project.ts";

/** A grooming in a list. */
export interface Grooming {
  readonly session: string;
  readonly topic: string;
  readonly turns: number;
  /** The time of its last event. */
  readonly lastAt: Instant;
  /** How many things wait for the person. */
  readonly waits: number;
  /** A brief was written and accepted. */
  readonly hasBrief: boolean;
  /** Iterations started from it. */
  readonly promoted: readonly string[];
}

/** All groomings, most recent activity first. Skips logs that cannot be read; `doctor` reports them. */
export async function groomingsOf(project: Project): Promise<readonly Grooming[]> {
  const all: Grooming[] = [];
  for (const id of await project.sessions.list()) {
    const card = await project.sessions.card(id).catch((error: unknown) => {
      if (unreadableLog(error) !== undefined) return undefined;
      throw error;
    });
    if (card?.opened && card.kind === "grooming") all.push(groomingOf(id, card));
  }
  return all.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
}

function groomingOf(session: string, card: SessionCard): Grooming {
  const { title: topic, turns, lastAt, hasBrief, promoted } = card;
  return { session, topic, turns, lastAt, waits: card.waits.length, hasBrief, promoted };
}
