import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { type Appended, append, appended, toArray } from "../text/appended.ts";
import { type Cut, cutOnward, noCut } from "./fit/cut.ts";
import { inOrder, isFor, type Line, notesBetween, sizeWithin, withReturned } from "./transcript-line.ts";

/** Everything said and recorded in a phase before a certain fact, and where the part that is still sent starts. */
interface Talk extends Cut {
  /** The seq at which the phase was entered, and the seq of the first fact that is not included. */
  readonly since: number;
  readonly before: number;
  /** Where the transcript continues. */
  readonly entries: number;
  readonly lines: Appended<Line>;
}

/**
 * The newest talk of one log. A talk only grows, so the next request continues where the last one ended, and takes as
 * long after 2,000 messages as after ten. A fresh memory gives the same lines and only takes longer: without memory,
 * `npm run bench -- turn` misses its bar for the longest talk against the shortest. One memory serves one log.
 */
export class TalkMemory {
  /** By the most characters that are sent of it: members with other windows see it cut elsewhere. */
  readonly #newest = new Map<number, Talk>();

  talkBefore(state: State, stage: Stage, thread: Thread, most: number): Talk {
    const last = this.#newest.get(most);
    const continues = last && last.since === stage.since && last.before <= thread.openedAt;
    const talk = continued(continues ? last : begun(stage), state, stage, thread, most);
    if (!last || last.before <= talk.before) this.#newest.set(most, talk);
    return talk;
  }
}

function begun({ since, from }: Stage): Talk {
  return { since, before: since + 1, entries: from, lines: appended(), ...noCut };
}

function continued(talk: Talk, state: State, stage: Stage, thread: Thread, most: number): Talk {
  const entries = toArray(state.transcript, talk.entries, thread.from);
  // Only the words of a person carry over from the previous phase, unless its talk goes on here.
  const said = entries.filter(
    (entry) => isFor(entry, thread) && (entry.actor === "human" || entry.seq > stage.talkSince),
  );
  const noted = notesBetween(state, talk.before, thread.openedAt);
  const lines = inOrder<Line>(said.flatMap(withReturned), noted).reduce(append<Line>, talk.lines);
  return {
    since: talk.since,
    before: thread.openedAt,
    entries: talk.entries + entries.length,
    lines,
    ...cutOnward(talk, toArray(lines), talk.lines.length, sizeWithin(most), most),
  };
}
