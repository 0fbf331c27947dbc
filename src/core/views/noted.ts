import { toArray } from "../appended.ts";
import type { Decision, Deferred, State } from "../state.ts";

/** What the ledger says in the transcript, at the place where it was written. */
export interface Note {
  readonly seq: number;
  readonly actor?: undefined;
  readonly text: string;
  readonly size: number;
  /** The decision that it is, and the one that it took the place of. */
  readonly id?: string;
  readonly amends?: string;
}

/** Decisions and points put off between two facts, in the order of the log. */
export function notesBetween(state: State, after: number, before: number): readonly Note[] {
  const within = ({ seq }: { readonly seq: number }) => seq > after && seq < before;
  const decisions = toArray(state.ledger).filter(within).map(decisionNote);
  const deferred = toArray(state.deferred).filter(within).map(deferredNote);
  return [...decisions, ...deferred].sort((one, other) => one.seq - other.seq);
}

/** Without what a later one took the place of. */
export function inForce<T extends { readonly id?: string; readonly amends?: string }>(
  decisions: readonly T[],
): readonly T[] {
  const amended = new Set(decisions.map((one) => one.amends));
  return decisions.filter(({ id }) => id === undefined || !amended.has(id));
}

export function note(seq: number, text: string): Note {
  return { seq, text, size: text.length };
}

export function decisionText(decision: Decision): string {
  const dissent = decision.dissents.length > 0 ? `; against: ${decision.dissents.join(", ")}` : "";
  return `${decision.topic}: ${decision.decision} Because ${decision.reason} (proposed by ${decision.proposed}, agreed: ${decision.agreed.join(", ")}${dissent})`;
}

function decisionNote(decision: Decision): Note {
  const { id, amends, seq } = decision;
  const label = amends === undefined ? `recorded ${id}` : `amended ${amends} → ${id}`;
  const made = note(seq, `[${label}] ${decisionText(decision)}`);
  return { ...made, id, ...(amends !== undefined && { amends }) };
}

function deferredNote({ seq, by, topic, why }: Deferred): Note {
  const who = by === "human" ? "product manager" : by;
  return note(seq, `[deferred] ${topic}: ${why} (put off by ${who})`);
}
