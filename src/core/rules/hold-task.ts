import type { Draft } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import type { SeatId, TaskId } from "../terms/ids.ts";
import { isCancelled, isReady } from "../terms/task-machine.ts";
import { moveTask } from "./move-task.ts";

/** A task that builds on a cancelled one does not start unless a person says so: it waits for that person. */

/** Gives a task to its engineer, or holds it if it still builds on something cancelled. */
export function dispatchTask(task: Task, seat: SeatId, { tasks }: Pick<State, "tasks">): Draft {
  return heldTask(task, tasks) ?? moveTask(task, "dispatched", `taken by ${seat}`);
}

/** The move of a task that builds on a cancelled one, unless a person has let it go on without that. */
export function heldTask(task: Task, tasks: State["tasks"]): Draft | undefined {
  const cancelled = cancelledBelow(task, tasks);
  const needed = cancelled.find(({ id, movedAt }) => task.without?.[id] !== movedAt);
  return needed && isReady(task.state) ? holdTask(task, needed.id) : undefined;
}

/** `needed`: the cancelled task that it builds on. */
export function holdTask(task: Task, needed: TaskId): Draft {
  const carried = { origin: task.state, blocked: "prerequisite" as const };
  return moveTask(task, "blocked", `it builds on ${needed}, which is cancelled`, carried);
}

/** The cancelled tasks that this one directly builds on. */
export function cancelledBelow({ plan }: Task, tasks: State["tasks"]): readonly Task[] {
  return plan.dependsOn.flatMap((id) => {
    const needed = tasks[id];
    return needed && isCancelled(needed.state) ? [needed] : [];
  });
}
