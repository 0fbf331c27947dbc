import { toArray } from "../appended.ts";
import type { Entry, Stage, State, Thread } from "../state.ts";
import { type Cut, cutOnward, noCut } from "./cut.ts";
import { type Line, sizeOf } from "./line.ts";
import { inOrder, notesFrom } from "./noted.ts";

/** The talk of a phase up to some fact, and where its cut stands. */
interface Talk extends Cut {
  /** Whose talk this is: lists that only grow, and the phase. */
  readonly lists: readonly unknown[];
  readonly since: number;
  /** How much of each list is in it, and up to which fact. */
  readonly entries: number;
  readonly decisions: number;
  readonly deferred: number;
  readonly before: number;
  readonly lines: Line[];
}

/**
 * The newest talk that was looked at, by its transcript. A talk only ever grows, so the next request goes on where the
 * last one ended, and takes as long after 2,000 messages as after ten. What is not a continuation is begun anew.
 */
const known = new WeakMap<readonly Entry[], Talk>();

/** All that was said and recorded in a phase before a thread began, and where what is still sent begins. */
export function phaseLines(
  state: State,
  stage: Stage,
  thread: Thread,
): { readonly lines: readonly Line[]; readonly start: number } {
  const lists = [state.transcript.backing, state.ledger.backing, state.deferred.backing];
  const last = known.get(state.transcript.backing);
  const goesOn = last !== undefined && isBegun(last, state, stage, thread, lists);
  const talk = continued(state, stage, thread, goesOn ? last : begun(state, stage, lists));
  if (!last || goesOn || last.since < stage.since) known.set(state.transcript.backing, talk);
  return { lines: talk.lines, start: talk.start };
}

/** Whether a talk is the beginning of this one. Versions of a list share their backing, so it must be long enough too. */
function isBegun(talk: Talk, state: State, stage: Stage, thread: Thread, lists: readonly unknown[]): boolean {
  return (
    talk.since === stage.since &&
    talk.before <= thread.openedAt &&
    talk.lists.every((list, at) => list === lists[at]) &&
    talk.entries <= Math.min(thread.from, state.transcript.length) &&
    talk.decisions <= state.ledger.length &&
    talk.deferred <= state.deferred.length
  );
}

function begun(state: State, stage: Stage, lists: readonly unknown[]): Talk {
  const earlier = ({ seq }: { readonly seq: number }) => seq <= stage.since;
  return {
    lists,
    since: stage.since,
    entries: stage.from,
    decisions: toArray(state.ledger).filter(earlier).length,
    deferred: toArray(state.deferred).filter(earlier).length,
    before: 0,
    lines: [],
    ...noCut,
  };
}

function continued(state: State, stage: Stage, thread: Thread, talk: Talk): Talk {
  const entries = toArray(state.transcript, talk.entries).slice(0, Math.max(0, thread.from - talk.entries));
  // What reaches over from the phase before is a person's words alone, never its chatter.
  const said = entries.filter((entry) => entry.actor === "human" || entry.seq > stage.since);
  const { decisions, deferred } = notesFrom(state, talk, thread.openedAt);
  // The lines are the memory's own: they grow behind what anybody was given.
  const from = talk.lines.length;
  talk.lines.push(...inOrder<Line>(said, inOrder(decisions, deferred)));
  return {
    ...talk,
    ...cutOnward(talk, talk.lines, from, sizeOf),
    entries: talk.entries + entries.length,
    decisions: talk.decisions + decisions.length,
    deferred: talk.deferred + deferred.length,
    before: thread.openedAt,
  };
}
