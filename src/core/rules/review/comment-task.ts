import type { Draft } from "../../facts/fact.ts";
import type { Task } from "../../state/task.ts";
import { isBeforeCode, isInReview, isOutOfBudget, nextState } from "../../terms/task-machine.ts";
import { moveTask } from "../move-task.ts";

/**
 * Sends a task back to its author with a person's comment. `feedback`: what the author reads about it beside the
 * person's own words.
 */
export function commentedTask(task: Task, feedback: string): Draft {
  return { ...moveTask(task, "commented", "commented", { feedback }), actor: "human" };
}

/** Whether a comment sends it back: its author has handed it in, and somebody judges it or it waits to land. */
export function isSentBack({ state, origin }: Task): boolean {
  if (nextState(state, "commented") === undefined) return false;
  return !isOutOfBudget(state) || (origin !== undefined && isInReview(origin) && !isBeforeCode(origin));
}
