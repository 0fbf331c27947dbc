import type { Decision, Deferred, Entry } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { missingWords } from "../terms/citations.ts";
import { toArray } from "../text/appended.ts";
import { shorten } from "../text/shorten.ts";

/** One entry of the transcript: what a member or person said, or what the harness notes. */
export type Line = Entry | Note;

/** Most characters of one message: of a member's, and of the product manager's. */
const mostSaid = 16_000;
const mostByPerson = 32_000;

/** The words alone. */
export function wordsOf(line: Line): string {
  return `${shorten(line.text, mostOf(line))}${markOf(line)}`;
}

/** The words as others read them, with who said them. */
export function labelled(line: Line): string {
  if (line.actor === undefined) return line.text;
  const name = line.actor === "human" ? "product manager" : line.actor;
  const to = line.to && line.to.length > 0 ? ` to ${line.to.join(", ")}` : "";
  return `[${name}${to}] ${wordsOf(line)}`;
}

/** The most characters that it can take. */
export function sizeOf(line: Line): number {
  if (line.size <= mostSaid && (line.actor === undefined || !line.missing)) return line.size;
  return Math.min(line.size, mostOf(line)) + markOf(line).length;
}

/** Citations that the harness looked up and did not find. */
function markOf(line: Line): string {
  return line.actor !== undefined && line.missing ? ` (harness: ${missingWords(line.missing)})` : "";
}

function mostOf({ actor }: Line): number {
  return actor === "human" ? mostByPerson : mostSaid;
}

/** A ledger entry in the transcript, at the place where it was recorded. */
export interface Note {
  readonly seq: number;
  readonly actor?: undefined;
  readonly text: string;
  readonly size: number;
  /** The decision, and the one it replaced. */
  readonly id?: string;
  readonly amends?: string;
}

/** Decisions and deferred points recorded from one fact up to another, in the order of the log. */
export function notesBetween(state: State, first: number, before: number): readonly Note[] {
  const within = ({ seq }: { readonly seq: number }) => seq >= first && seq < before;
  const decisions = toArray(state.ledger).filter(within).map(decisionNote);
  return inOrder(decisions, toArray(state.deferred).filter(within).map(deferredNote));
}

/** Merges two lists that are both in the order of the log. */
export function inOrder<T extends { readonly seq: number }>(
  one: readonly T[],
  other: readonly T[],
): readonly T[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all: T[] = [];
  let next = 0;
  for (const each of one) {
    for (let before = other[next]; before && before.seq < each.seq; before = other[++next]) all.push(before);
    all.push(each);
  }
  return all.concat(other.slice(next));
}

/** Without those that a later one replaced. */
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
  const text = `[${label}] ${decisionText(decision)}`;
  const size = text.length;
  return amends === undefined ? { seq, text, size, id } : { seq, text, size, id, amends };
}

function deferredNote({ seq, by, topic, why }: Deferred): Note {
  const who = by === "human" ? "product manager" : by;
  return note(seq, `[deferred] ${topic}: ${why} (put off by ${who})`);
}
