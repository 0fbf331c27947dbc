import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import type { SeatId } from "../../terms/ids.ts";
import { engineersOf, type Seat } from "../../terms/policy.ts";
import { sharesFile } from "../../terms/task-graph.ts";

/**
 * The order in which engineers judge what has landed since it was last judged. First those who built beside most of it:
 * they know what it has to fit. Between two of whom that is equally true, the one who wrote less of it. Who cannot read
 * the change comes last.
 */
export function speakingOrder(state: State): readonly SeatId[] {
  const judgedAt = state.accepted.findings?.settled?.seq ?? 0;
  const landed = Object.values(state.tasks).filter((task) => task.landed);
  const judged = landed.filter(({ plannedAt }) => plannedAt > judgedAt);
  const places = engineersOf(state.session.seats).map((seat) => placeOf(seat, judged, landed));
  return places
    .toSorted((one, other) => one.blind - other.blind || other.beside - one.beside || one.wrote - other.wrote)
    .map(({ id }) => id);
}

function placeOf({ id, textOnly }: Seat, judged: readonly Task[], landed: readonly Task[]) {
  const own = landed.filter(({ owner }) => owner === id);
  const others = judged.filter(({ owner }) => owner !== id);
  return {
    id,
    blind: textOnly ? 1 : 0,
    beside: others.filter((task) => own.some((mine) => meet(mine, task))).length,
    wrote: judged.length - others.length,
  };
}

/** One builds on the other, or both name the same file. */
function meet({ plan: one }: Task, { plan: other }: Task): boolean {
  return one.dependsOn.includes(other.id) || other.dependsOn.includes(one.id) || sharesFile(one, other);
}
