import { toArray } from "../appended.ts";
import { missingWords } from "../citations.ts";
import type { Entry, State, Thread } from "../state.ts";
import { cutIndex, newestWithin } from "./cut.ts";
import { inForce, type Note, note, notesBetween } from "./noted.ts";
import { shorten } from "./shorten.ts";

/** One thing in the transcript: what somebody said, or what the harness notes. */
export type Line = Entry | Note;

/** Most characters of one message: of a member's, and of the product manager's. */
const mostSaid = 16_000;
const mostByPerson = 32_000;

/** Most characters that live on from the cut part of a long phase: of one message, and of all of its kind. */
const living = {
  person: { each: 4_000, all: 16_000 },
  coach: { each: 2_000, all: 8_000 },
  noted: { each: 2_000, all: 8_000 },
};

/** What was said and recorded in this phase before the thread began, as far as it is still sent. */
export function talkBefore(state: State, thread: Thread): readonly Line[] {
  const { stage } = state;
  if (!stage) return [];
  const before = toArray(state.transcript, stage.from).slice(0, Math.max(0, thread.from - stage.from));
  if (thread.task !== undefined)
    return bounded(
      state,
      before.filter((entry) => entry.actor === "human"),
    );
  // What reaches over from the phase before is a person's words alone, never its chatter.
  const begun = before.findIndex((entry) => entry.seq > stage.since);
  const over = before.slice(0, begun < 0 ? before.length : begun).filter((entry) => entry.actor === "human");
  const entries = begun === 0 ? before : [...over, ...(begun < 0 ? [] : before.slice(begun))];
  return bounded(state, merged(entries, notesBetween(state, stage.since, thread.openedAt)));
}

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

/** Characters that it takes at most. */
export function sizeOf(line: Line): number {
  return Math.min(line.size, mostOf(line)) + markOf(line).length;
}

/** What the harness looked up and did not find. */
function markOf(line: Line): string {
  return line.actor !== undefined && line.missing ? ` (harness: ${missingWords(line.missing)})` : "";
}

function mostOf({ actor }: Line): number {
  return actor === "human" ? mostByPerson : mostSaid;
}

function merged(said: readonly Line[], noted: readonly Line[]): readonly Line[] {
  if (noted.length === 0) return said;
  return [...said, ...noted].sort(bySeq);
}

function bySeq(one: Line, other: Line): number {
  return one.seq - other.seq;
}

/**
 * A long phase without its beginning. What is cut lives on as what was recorded, what the coach said last and what the
 * product manager said, each up to its own bound. Depends on nothing but the cut part, so it changes when the cut does.
 */
function bounded(state: State, lines: readonly Line[]): readonly Line[] {
  const start = cutIndex(lines, sizeOf);
  if (start === 0) return lines;
  const cut = lines.slice(0, start);
  const coach = state.session.seats.find((seat) => seat.role === "coach")?.id;
  const kept = [
    ...newestOf(cut, living.person, ({ actor }) => actor === "human"),
    ...newestOf(cut, living.coach, ({ actor }) => actor !== undefined && actor === coach),
    ...newestOf(inForce(cut.filter(isNote)), living.noted, isNote),
  ].sort(bySeq);
  const gone = cut.length - kept.length;
  const words = `(This has been a long talk: ${gone} earlier messages are left out. Of that part you see what was recorded and still holds, the coach's newest words, and what the product manager said.)`;
  return [note(0, words), ...kept, ...lines.slice(start)];
}

function isNote(line: Line): line is Note {
  return line.actor === undefined;
}

function newestOf(
  lines: readonly Line[],
  { each, all }: { readonly each: number; readonly all: number },
  is: (line: Line) => boolean,
): readonly Line[] {
  const newest = newestWithin(lines.filter(is), all, ({ size }) => Math.min(size, each));
  return newest.map((line) => (line.size <= each ? line : { ...line, text: shorten(line.text, each) }));
}
