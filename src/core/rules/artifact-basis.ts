import type { State } from "../state/state.ts";
import type { Basis } from "../terms/artifacts.ts";
import { isOver } from "../terms/task-machine.ts";
import { toArray } from "../text/appended.ts";

/** What an artifact is checked against in the current state. */
export function basisOf(at: State): Basis {
  const { scope, tasks: plan } = at.accepted;
  return {
    ...(scope && { scope: scope.body }),
    ...(plan && { plan: plan.body }),
    tasks: Object.keys(at.tasks),
    over: Object.values(at.tasks).flatMap(({ id, state }) => (isOver(state) ? [id] : [])),
    decisions: toArray(at.ledger).map(({ id }) => id),
  };
}
