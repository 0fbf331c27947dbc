import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { toArray } from "../text/appended.ts";
import { shorten } from "../text/shorten.ts";
import { cutIndex, newestWithin } from "./cut.ts";
import { inForce, type Line, type Note, note, sizeOf } from "./line.ts";
import { phaseLines } from "./phase-lines.ts";

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
  const coach = state.session.seats.find((seat) => seat.role === "coach")?.id;
  if (thread.task === undefined) {
    const { lines, start } = phaseLines(state, stage, thread);
    return start === 0 ? lines.slice() : [...beginningOf(lines, start, coach), ...lines.slice(start)];
  }
  const { talkFrom = stage.from } = thread;
  const before = toArray(state.transcript, talkFrom).slice(0, Math.max(0, thread.from - talkFrom));
  const words = before.filter((entry) => entry.actor === "human");
  const start = cutIndex(words, sizeOf);
  return start === 0 ? words : [...livingOf(words.slice(0, start), coach), ...words.slice(start)];
}

/** The last that was made for these lines: it stays the same until the next jump of the cut. */
const beginnings = new WeakMap<readonly Line[], { start: number; coach: string; lines: readonly Line[] }>();

function beginningOf(lines: readonly Line[], start: number, coach = ""): readonly Line[] {
  const last = beginnings.get(lines);
  if (last?.start === start && last.coach === coach) return last.lines;
  const made = livingOf(lines.slice(0, start), coach);
  beginnings.set(lines, { start, coach, lines: made });
  return made;
}

/**
 * What lives on of the part of a long phase that is cut: what is in force, what the coach said last and what the product
 * manager said, each up to its own bound. Depends on nothing but the cut part, so it changes when the cut does.
 */
function livingOf(cut: readonly Line[], coach: string | undefined): readonly Line[] {
  const kept = [
    ...newestOf(cut, living.person, ({ actor }) => actor === "human"),
    ...newestOf(cut, living.coach, ({ actor }) => actor !== undefined && actor === coach),
    ...newestOf(inForce(cut.filter(isNote)), living.noted, isNote),
  ].sort((one, other) => one.seq - other.seq);
  const gone = cut.length - kept.length;
  const words = `(This has been a long talk: ${gone} earlier messages are left out. Of that part you see what was recorded and still holds, the coach's newest words, and what the product manager said.)`;
  return [note(0, words), ...kept];
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
