import type { Entry } from "../state/session.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { at, toArray } from "../text/appended.ts";
import { type Cut, cutOnward, noCut } from "./cut.ts";
import { inOrder, type Line, notesFrom, sizeOf } from "./line.ts";

/** The talk of a phase up to some fact, and where its cut stands. */
interface Talk extends Cut {
  readonly since: number;
  /** How much of each list is in it, and up to which fact. */
  readonly entries: number;
  readonly decisions: number;
  readonly deferred: number;
  readonly before: number;
  /** The newest of each list: where they stand again, so does all that came before them. */
  readonly newest: readonly unknown[];
  readonly lines: Line[];
}

/**
 * The newest talk that was looked at, by its first message. A talk only ever grows, so the next request goes on where the
 * last one ended, and takes as long after 2,000 messages as after ten. What is not a continuation is begun anew.
 */
const known = new WeakMap<Entry, Talk>();

/** All that was said and recorded in a phase before a thread began, and where what is still sent begins. */
export function phaseLines(
  state: State,
  stage: Stage,
  thread: Thread,
): { readonly lines: readonly Line[]; readonly start: number } {
  const first = at(state.transcript, stage.from);
  const last = first && known.get(first);
  const goesOn = last !== undefined && isBeginning(last, state, stage, thread);
  const talk = continued(state, stage, thread, goesOn ? last : begun(state, stage));
  if (first && (!last || last.before <= talk.before)) known.set(first, talk);
  return { lines: talk.lines, start: talk.start };
}

function isBeginning(talk: Talk, state: State, stage: Stage, thread: Thread): boolean {
  const newest = newestOf(state, talk);
  return (
    talk.since === stage.since &&
    talk.before <= thread.openedAt &&
    talk.newest.every((one, list) => one === newest[list])
  );
}

function newestOf(state: State, { entries, decisions, deferred }: Counts): readonly unknown[] {
  return [
    entries > 0 && at(state.transcript, entries - 1),
    decisions > 0 && at(state.ledger, decisions - 1),
    deferred > 0 && at(state.deferred, deferred - 1),
  ];
}

type Counts = Pick<Talk, "entries" | "decisions" | "deferred">;

function begun(state: State, stage: Stage): Talk {
  const earlier = ({ seq }: { readonly seq: number }) => seq <= stage.since;
  return {
    since: stage.since,
    entries: stage.from,
    decisions: toArray(state.ledger).filter(earlier).length,
    deferred: toArray(state.deferred).filter(earlier).length,
    before: 0,
    newest: [],
    lines: [],
    ...noCut,
  };
}

function continued(state: State, stage: Stage, thread: Thread, talk: Talk): Talk {
  const entries = toArray(state.transcript, talk.entries).slice(0, Math.max(0, thread.from - talk.entries));
  // What reaches over from the phase before is a person's words alone, never its chatter.
  const said = entries.filter((entry) => entry.actor === "human" || entry.seq > stage.since);
  const noted = notesFrom(state, talk, thread.openedAt);
  // The lines are the memory's own: they grow behind what anybody was given.
  const from = talk.lines.length;
  talk.lines.push(...inOrder<Line>(said, inOrder(noted.decisions, noted.deferred)));
  const counts = {
    entries: talk.entries + entries.length,
    decisions: talk.decisions + noted.decisions.length,
    deferred: talk.deferred + noted.deferred.length,
  };
  return {
    ...talk,
    ...counts,
    ...cutOnward(talk, talk.lines, from, sizeOf),
    before: thread.openedAt,
    newest: newestOf(state, counts),
  };
}
