import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";

const mostCompared = 60;

/** What is wrong with the environment, as far as it is compared. Undefined: nothing is. */
export function environmentTrouble({ blocked, feedback = "" }: Task): string | undefined {
  return blocked === "environment" ? feedback.slice(0, mostCompared) : undefined;
}

/** The tasks that wait for the same reason as this one, oldest first, with this one. */
export function inSameTrouble(state: State, task: Task): readonly Task[] {
  const trouble = environmentTrouble(task);
  if (trouble === undefined) return [task];
  const same = tasksInOrder(state).filter((other) => environmentTrouble(other) === trouble);
  return same.toSorted((one, other) => one.movedAt - other.movedAt);
}

/** Whether another task met the same trouble before this one did. */
export function isKnownTrouble(state: State, task: Task): boolean {
  const trouble = environmentTrouble(task);
  if (trouble === undefined) return false;
  return inSameTrouble(state, task)[0] !== task || metBefore(state, task, trouble);
}

/**
 * The seq since which no task is given out, because two of them failed at the same thing of this machine. What could be
 * given out before that still is: nothing that is wanted is displaced.
 */
export function haltedSince(state: State): number | undefined {
  const halts = Object.values(state.tasks).flatMap((task) => {
    const [first, second] = inSameTrouble(state, task);
    const trouble = environmentTrouble(task);
    if (first !== task || trouble === undefined) return [];
    return (metBefore(state, task, trouble) ? first : second)?.movedAt ?? [];
  });
  return halts.length === 0 ? undefined : Math.min(...halts);
}

function metBefore({ tasks }: State, { id }: Task, trouble: string): boolean {
  return Object.values(tasks).some((other) => other.id !== id && other.met?.includes(trouble));
}
