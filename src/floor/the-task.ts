import type { State } from "../core/state/state.ts";
import type { Task } from "../core/state/task.ts";

/** The task of a step. Steps are made from the state, so a missing task is a bug. */
export function theTask(state: State, id: string): Task {
  const task = state.tasks[id];
  if (!task) throw new Error(`there is no task ${id}`);
  return task;
}

/** A field that an earlier state of the task must have set. */
export function recorded(value: string | undefined, what: string): string {
  if (value === undefined) throw new Error(`no ${what} is recorded`);
  return value;
}
