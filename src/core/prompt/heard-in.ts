import type { Actor } from "../facts/fact.ts";
import type { Entry } from "../state/session.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { toArray } from "../text/appended.ts";
import { inOrder, isFor, type Line, notesBetween } from "./transcript-line.ts";

/**
 * What others said and recorded since the thread started, in the order of the log. A turn can be held up, by a question
 * to the person above all, and others speak before it continues. Who builds a task, or speaks at the same time as
 * others, hears only the person. Words about another task are not for it.
 */
export function heardIn(state: State, thread: Thread): readonly Line[] {
  const isTalk = thread.task === undefined && !speaksWithOthers(state, thread);
  const isHeard = (from: Actor) => (isTalk ? from !== thread.seat : from === "human");
  const said = toArray(state.transcript, thread.from).filter(
    (entry) => isHeard(entry.actor) && isFor(entry, thread) && !isOwnAnswer(entry, thread),
  );
  if (!isTalk) return said;
  const noted = notesBetween(state, thread.openedAt, Number.POSITIVE_INFINITY);
  return inOrder<Line>(
    said,
    noted.filter(({ by }) => isHeard(by)),
  );
}

/** The answer is already the result of the call that asked. */
function isOwnAnswer({ answers }: Entry, { loops }: Thread): boolean {
  return loops.some((loop) => loop.id === answers);
}

/** The same for as long as the turn lasts, so that nothing already sent changes. */
function speaksWithOthers({ stage }: State, { purpose, seat }: Thread): boolean {
  if (!stage || purpose !== "turn") return false;
  return rulesOf(stage.phase).opening === "together" && !stage.spoke.includes(seat);
}
