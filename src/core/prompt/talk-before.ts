import type { Entry } from "../state/session.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { type Appended, appended, toArray } from "../text/appended.ts";
import { hanging } from "../text/quoted.ts";
import { cutIndex } from "./fit/cut.ts";
import { fullRoom } from "./fit/room.ts";
import type { TalkMemory } from "./talk-memory.ts";
import {
  citedOnce,
  isFor,
  type Line,
  type Note,
  note,
  shortened,
  sizeWithin,
  within,
  withoutCited,
} from "./transcript-line.ts";

/** Most characters kept from the cut part of a long phase, in full room: of one message, and of all of its kind. */
const living = {
  person: { each: 4_000, all: 16_000 },
  coach: { each: 2_000, all: 8_000 },
  noted: { each: 2_000, all: 8_000 },
};

const leastEach = 200;

/** What was said and recorded in this phase before the thread started, as far as it is still sent. */
export function talkBefore(state: State, thread: Thread, memory: TalkMemory, most: number): readonly Line[] {
  const { stage } = state;
  if (!stage) return [];
  const { lines, start } =
    thread.task === undefined
      ? memory.talkBefore(state, stage, thread, most)
      : wordsForTask(state, thread, thread.talkFrom ?? stage.from, most);
  const fitting = (some: readonly Line[]) => citedOnce(some.map((line) => within(line, most)));
  if (start === 0) return fitting(toArray(lines));
  const coach = state.session.seats.find((seat) => seat.role === "coach")?.id;
  const scale = most / fullRoom.talk;
  return [...livingOf(toArray(lines, 0, start), coach, scale), ...fitting(toArray(lines, start))];
}

/**
 * A task starts with what a person has said, except about other tasks, and without the rest of the talk. What was asked
 * about this task in this attempt, and answered, stands in its opening, unless the answer came while that was written.
 */
function wordsForTask(
  { transcript, tasks }: State,
  thread: Thread,
  from: number,
  most: number,
): { readonly lines: Appended<Line>; readonly start: number } {
  const questions = tasks[thread.task ?? ""]?.questions ?? [];
  const opening = thread.loops[0]?.opening ?? "";
  const isTold = ({ answered }: Entry) =>
    answered !== undefined &&
    questions.some(({ text, answer }) => text === answered.question && answer?.text === answered.answer) &&
    opening.includes(hanging(answered.answer));
  const words = toArray(transcript, from, thread.from).filter(
    (entry) => entry.actor === "human" && isFor(entry, thread) && !isTold(entry),
  );
  return { lines: appended(words), start: cutIndex(words, sizeWithin(most), most) };
}

/**
 * What is kept of the cut part of a long phase: what is in force, what the coach said last and what the product manager
 * said, each up to its own limit. It depends only on the cut part, so it changes only when the cut does.
 */
function livingOf(cut: readonly Line[], coach: string | undefined, scale: number): readonly Line[] {
  const left = {
    person: living.person.all * scale,
    coach: living.coach.all * scale,
    noted: living.noted.all * scale,
  };
  const amended = new Set<string>();
  const kept: Line[] = [];
  for (const line of cut.toReversed()) {
    const kind = kindOf(line, coach);
    if (!kind || (line.actor === undefined && isAmended(line, amended))) continue;
    const each = Math.max(leastEach, Math.floor(living[kind].each * scale));
    left[kind] -= Math.min(line.size, each);
    if (left[kind] >= 0) kept.push(shortened(withoutCited(line), each));
  }
  const words = `[harness] This has been a long talk${goneWords(cut.length - kept.length)} you see what was recorded and still holds, the coach's newest words, and what the product manager said.`;
  return [note(0, words), ...kept.reverse()];
}

/** What is kept may still be shortened, so it is told apart even where nothing is gone. */
function goneWords(gone: number): string {
  if (gone === 0) return ". Of its earlier part";
  const messages = gone === 1 ? "one earlier message is" : `${gone} earlier messages are`;
  return `: ${messages} left out. Of that part`;
}

function kindOf({ actor }: Line, coach: string | undefined): keyof typeof living | undefined {
  if (actor === undefined) return "noted";
  if (actor === "human") return "person";
  return actor === coach ? "coach" : undefined;
}

/** Whether a later decision, which was looked at before, replaced it. */
function isAmended({ id, amends }: Note, amended: Set<string>): boolean {
  if (amends !== undefined) amended.add(amends);
  return id !== undefined && amended.has(id);
}
