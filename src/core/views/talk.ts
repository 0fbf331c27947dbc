import { toArray } from "../appended.ts";
import { missingWords } from "../citations.ts";
import type { Actor } from "../fact.ts";
import type { Decision, Entry, State, Thread } from "../state.ts";
import { decisionText } from "./charter.ts";
import { cutIndex, newestWithin, type Sized } from "./cut.ts";
import { shorten } from "./shorten.ts";

/** One thing in the transcript. Its text is made only when it is sent. */
export interface Line extends Sized {
  readonly seq: number;
  /** Who said it; left out for what the harness notes. */
  readonly actor?: Actor;
  /** The words alone. */
  words(): string;
  /** The words as others read them, with who said them. */
  labelled(): string;
}

/** Most characters of one message: of a member's, and of the product manager's. */
const mostSaid = 16_000;
const mostByPerson = 32_000;

/** Most characters that live on from the cut part of a long phase. */
const living = { person: 16_000, coach: 8_000, noted: 8_000 };

/** What was said and recorded in this phase before the thread began, as far as it is still sent. */
export function talkBefore(state: State, thread: Thread): readonly Line[] {
  const { stage } = state;
  if (!stage) return [];
  const before = toArray(state.transcript, stage.from).slice(0, Math.max(0, thread.from - stage.from));
  // What reaches over from the phase before is a person's words alone, never its chatter.
  const entries = before.filter((entry) => entry.actor === "human" || entry.seq > stage.since);
  if (thread.task !== undefined)
    return bounded(state, entries.filter((entry) => entry.actor === "human").map(saidLine));
  const noted = notedBetween(state, stage.since, thread.openedAt);
  return bounded(state, merged(entries.map(saidLine), noted));
}

export function saidLine(entry: Entry): Line {
  const { seq, actor, text } = entry;
  const most = actor === "human" ? mostByPerson : mostSaid;
  const mark = entry.missing ? ` (harness: ${missingWords(entry.missing)})` : "";
  const words = () => `${shorten(text, most)}${mark}`;
  return {
    seq,
    actor,
    size: Math.min(entry.size, most) + mark.length,
    words,
    labelled: () => `[${speaker(entry)}] ${words()}`,
  };
}

function speaker({ actor, to }: Entry): string {
  const name = actor === "human" ? "product manager" : actor;
  return to && to.length > 0 ? `${name} to ${to.join(", ")}` : name;
}

function notedBetween(state: State, after: number, before: number): readonly Line[] {
  return toArray(state.ledger)
    .filter((one) => one.seq > after && one.seq < before)
    .map(decisionLine);
}

function decisionLine(decision: Decision): Line {
  return note(decision.seq, `[recorded] ${decisionText(decision).slice(2)}`);
}

function note(seq: number, text: string): Line {
  return { seq, size: text.length, words: () => text, labelled: () => text };
}

/** Both are in the order of the log already. */
function merged(said: readonly Line[], noted: readonly Line[]): readonly Line[] {
  if (noted.length === 0) return said;
  return [...said, ...noted].sort((one, other) => one.seq - other.seq);
}

/**
 * A long phase without its beginning. What is cut lives on as what was recorded, what the coach said last and what the
 * product manager said, each up to its own bound. Depends on nothing but the cut part, so it changes when the cut does.
 */
function bounded(state: State, lines: readonly Line[]): readonly Line[] {
  const start = cutIndex(lines);
  if (start === 0) return lines;
  const cut = lines.slice(0, start);
  const coaches = new Set(state.session.seats.filter((seat) => seat.role === "coach").map((seat) => seat.id));
  const kept = [
    ...newestWithin(
      cut.filter(({ actor }) => actor === "human"),
      living.person,
    ),
    ...newestWithin(
      cut.filter(({ actor }) => actor !== undefined && coaches.has(actor)),
      living.coach,
    ),
    ...newestWithin(
      cut.filter(({ actor }) => actor === undefined),
      living.noted,
    ),
  ].sort((one, other) => one.seq - other.seq);
  const gone = cut.length - kept.length;
  const words = `(This has been a long talk: ${gone} earlier messages are left out. Of that part you see what was recorded, the coach's newest words, and what the product manager said.)`;
  return [note(0, words), ...kept, ...lines.slice(start)];
}
