import type { State, Task } from "./state.ts";

/** The tasks in the order of their plan. */
export function tasksInOrder({ tasks }: Pick<State, "tasks">): readonly Task[] {
  return Object.values(tasks).sort((a, b) => a.order - b.order);
}
