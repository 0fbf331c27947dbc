import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { nextState, type TaskState } from "../../terms/task-machine.ts";

/** Whether a task in this state waits to land, or is landing. */
export function isInLine(state: TaskState): boolean {
  return nextState(state, "landed") !== undefined;
}

/**
 * The place of a task in the line of those that land, one after the other. They stand in it by the seq at which they
 * came; a task that a person wants to land first goes right behind the one whose turn it is, so that nothing that is
 * under way is displaced.
 */
export function landingPlace(
  { tasks, failures }: Pick<State, "tasks" | "failures">,
  { id, hurried }: Pick<Task, "id" | "hurried">,
  seq: number,
): number {
  if (hurried === undefined) return seq;
  const places = Object.values(tasks)
    .filter((other) => other.id !== id && isInLine(other.state))
    .flatMap((other) => placeOf(failures, other))
    .toSorted((one, other) => one - other);
  const [first, second] = places;
  return first !== undefined && second !== undefined ? (first + second) / 2 : seq;
}

/** A task that is stuck is out of line until a person sends it on; then it stands at the end. */
function placeOf(failures: State["failures"], { id, landsAt, movedAt }: Task): readonly number[] {
  const failure = Object.entries(failures).find(([step]) => step.startsWith(`task/${id}/`))?.[1];
  if (failure?.kind === "stuck") return [];
  return [Math.max(landsAt ?? movedAt, failure?.kind === "retried" ? failure.seq : 0)];
}
