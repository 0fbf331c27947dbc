import type { Actor, Draft } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { SeatId, StepKey, TaskId } from "../terms/ids.ts";
import { isCancelled, isOver, isReady } from "../terms/task-machine.ts";
import { moveTask } from "./move-task.ts";

/** Cancels tasks, and holds back what builds on them. */
export function cancelTasks(actor: Actor, tasks: readonly Task[], at: State): readonly Draft[] {
  const ids = tasks.map((task) => task.id);
  const cancelled = tasks.map((task) => moveTask(task, "cancelled", "cancelled"));
  return [...cancelled, ...heldBack(ids, at)].map((draft) => ({ ...draft, actor }));
}

/** What builds on tasks that are over without their work, and has not started, waits for a person. */
export function heldBack(ids: readonly TaskId[], at: State): readonly Draft[] {
  const waiting = dependentsOf(at, ids).filter((task) => isReady(task.state));
  return waiting.map((task) => {
    const [needed = ""] = task.plan.dependsOn.filter((id) => ids.includes(id));
    return holdTask(task, needed);
  });
}

/** Gives a task to its engineer, or holds it if it still builds on something cancelled. */
export function dispatchTask(task: Task, seat: SeatId, { tasks }: Pick<State, "tasks">): Draft {
  return heldTask(task, tasks) ?? moveTask(task, "dispatched", `taken by ${seat}`);
}

/**
 * A task that builds on a cancelled one does not start unless a person lets it go on without: it waits for that person.
 * Undefined: nothing holds it.
 */
export function heldTask(task: Task, tasks: State["tasks"]): Draft | undefined {
  const cancelled = cancelledBelow(task, tasks);
  const needed = cancelled.find(({ id, movedAt }) => task.without?.[id] !== movedAt);
  return needed && isReady(task.state) ? holdTask(task, needed.id) : undefined;
}

/** `needed`: the cancelled task that it builds on. */
function holdTask(task: Task, needed: TaskId): Draft {
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

/**
 * Whether something has begun in git for this task, other than in the step `except`, that must be finished before the
 * task can be cancelled or a person can have it. What is stuck
 * is not finished without a person, so it is left as it is; except a landing of which Huddle does not know whether it
 * has moved the branch.
 */
export function isBegun(at: State, id: TaskId, except?: StepKey): boolean {
  return Object.values(at.effects).some(({ task, settled, kind, step }) => {
    if (task !== id || settled !== undefined || step === except) return false;
    const failure = at.failures[step];
    return failure?.kind !== "stuck" || (kind === "land" && failure.code === undefined);
  });
}

/** Nothing has landed and nothing will. */
export function isAllCancelled({ tasks }: State): boolean {
  const all = Object.values(tasks);
  return all.length > 0 && all.every(({ state }) => isCancelled(state));
}

/** The tasks that directly build on one of these and are not over. */
export function dependentsOf(at: State, ids: readonly TaskId[]): readonly Task[] {
  return tasksInOrder(at).filter(
    (task) =>
      !ids.includes(task.id) && !isOver(task.state) && task.plan.dependsOn.some((id) => ids.includes(id)),
  );
}
