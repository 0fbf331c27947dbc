import type { State } from "./state.ts";
import type { Task } from "./task.ts";

/** The tasks in the order of their plan. */
export function tasksInOrder({ tasks }: Pick<State, "tasks">): readonly Task[] {
  return Object.values(tasks).sort((a, b) => a.order - b.order);
}
