import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import type { PlannedTask } from "../terms/artifacts.ts";
import type { TaskId } from "../terms/ids.ts";
import { isDone, isHeld, isReady } from "../terms/task-machine.ts";

/**
 * Replaces the tasks with those of a new plan. Landed tasks stay, and so do tasks whose plan is unchanged, with
 * everything done for them. A task with a changed plan starts again, and still goes on without what a person let it go on without. A removed task loses its threads. A task that a person holds
 * stays with them, and its engineer starts another conversation when it is given back.
 */
export function planTasks(
  state: State,
  seq: number,
  plans: readonly PlannedTask[],
): Pick<State, "tasks" | "threads" | "effects" | "past"> {
  const planned = plans.map((given, order) => {
    const before = state.tasks[given.id];
    // What a task mends is no part of a plan that people and models write.
    const plan = before?.plan.mends === undefined ? given : { ...given, mends: before.plan.mends };
    if (before && (isDone(before.state) || isSamePlan(before.plan, plan))) return { ...before, order };
    // What the person has in hand stays theirs, whatever the plan says now.
    if (before && isHeld(before.state))
      return { ...before, plan, order, plannedAt: seq, attempt: before.attempt + 1 };
    const anew = fresh(plan, order, seq, ((before ?? state.past[plan.id])?.attempt ?? 0) + 1);
    return before?.without ? { ...anew, without: before.without } : anew;
  });
  const ids = new Set(planned.map((task) => task.id));
  const landed = Object.values(state.tasks).filter(
    (task) => (isDone(task.state) || isHeld(task.state)) && !ids.has(task.id),
  );
  const tasks = Object.fromEntries([...landed, ...planned].map((task) => [task.id, task]));
  const stays = (task: TaskId | undefined) =>
    task === undefined || (tasks[task] !== undefined && tasks[task].plannedAt !== seq);
  const threads = state.threads.filter(({ task }) => stays(task));
  const effects = Object.fromEntries(Object.entries(state.effects).filter(([, { task }]) => stays(task)));
  const left = Object.values(state.tasks).filter((task) => tasks[task.id]?.attempt !== task.attempt);
  const past = left.map(({ id, attempt, commit }) => [
    id,
    { attempt, commit: commit ?? state.past[id]?.commit },
  ]);
  return { tasks, threads, effects, past: { ...state.past, ...Object.fromEntries(past) } };
}

/** Tasks that have not started lose their owner. */
export function withoutOwners(tasks: State["tasks"]): State["tasks"] {
  return Object.fromEntries(
    Object.entries(tasks).map(([id, task]) => [
      id,
      isReady(task.state) ? { ...task, owner: undefined, volunteers: [] } : task,
    ]),
  );
}

/** A task in its next attempt: nothing of the last one is left but what was learned. */
export function startAfresh(task: Task, attempt: number): Task {
  const { plan, order, plannedAt, owner, assignedAt, volunteers, without, cancelling, holding, hurried } =
    task;
  const anew = fresh(plan, order, plannedAt, attempt);
  return {
    ...anew,
    owner,
    assignedAt,
    volunteers,
    ...(without && { without }),
    // What a person wants of it is not done yet.
    ...(cancelling !== undefined && { cancelling }),
    ...(holding !== undefined && { holding }),
    ...(hurried !== undefined && { hurried }),
  };
}

export function isSamePlan(a: PlannedTask, b: PlannedTask): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function fresh(plan: PlannedTask, order: number, seq: number, attempt: number): Task {
  const id: TaskId = plan.id;
  return {
    id,
    order,
    plan,
    plannedAt: seq,
    owner: undefined,
    assignedAt: seq,
    volunteers: [],
    state: "WAITING",
    attempt,
    movedAt: seq,
    summary: undefined,
    feedback: undefined,
    feedbackAt: 0,
    evidence: undefined,
    worktree: undefined,
    base: undefined,
    commit: undefined,
    committedAt: 0,
    wrote: {},
    reviews: 0,
    returns: [],
    decidedAt: 0,
    landed: undefined,
  };
}
