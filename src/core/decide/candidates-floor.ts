import { isBegun } from "../rules/cancel-tasks.ts";
import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import { reviewerOf } from "../terms/policy.ts";
import { holdsSeat, isOver, isReady } from "../terms/task-machine.ts";
import { needsBaseline } from "./candidates-baseline.ts";
import { mouth } from "./candidates-talk.ts";
import type { Candidate, Step } from "./step.ts";

/** What building wants: to give ready tasks to free seats, the next move of each task, landings and shipping. */
export function floorCandidates(state: State): readonly Candidate[] {
  if (state.session.shipping)
    return [
      {
        since: state.session.shipping.seq,
        step: { kind: "ship", key: `ship@${state.session.shipping.seq}`, claims: ["landing"] },
      },
    ];
  if (state.stage?.phase !== "implementation") return [];
  const tasks = tasksInOrder(state);
  const candidates = tasks.flatMap((task) => candidateOf(state, task, tasks) ?? []);
  // When a person has asked for another phase, the team only finishes effects that have started.
  const { requested } = state.stage;
  return candidates.filter(
    ({ step }) => isAtWork(state, step.key) || (!requested && !needsBaseline(state, step)),
  );
}

function isAtWork(state: State, step: string): boolean {
  return Object.values(state.effects).some((effect) => effect.step === step && effect.settled === undefined);
}

function candidateOf(state: State, task: Task, tasks: readonly Task[]): Candidate | undefined {
  const seat = task.owner;
  if (isOver(task.state)) return undefined;
  if (task.cancelling !== undefined && !isBegun(state, task.id)) return cancelOf(task, task.cancelling);
  if (seat === undefined) return undefined;
  if (isReady(task.state)) return dispatchOf(state, task, seat, tasks);
  const step = workStep(state, task, seat);
  return step && { step, since: task.movedAt };
}

/** An effect that has begun is settled first, and a landing that moved the branch stays landed. */
function cancelOf(task: Task, since: number): Candidate {
  const key = `cancel/${task.id}@${since}`;
  return { since, step: { kind: "cancel", key, claims: [worktree(task)], task: task.id } };
}

/**
 * A task is given out when everything it depends on is over. If some of that was cancelled and no person let the task go
 * on without it, it waits for one instead of starting. A seat works on one task at a time.
 */
function dispatchOf(state: State, task: Task, seat: string, tasks: readonly Task[]): Candidate | undefined {
  const needed = tasks.filter((other) => task.plan.dependsOn.includes(other.id));
  const seats = tasks.filter((other) => other.owner === seat);
  if (needed.some((other) => !isOver(other.state)) || seats.some((other) => holdsSeat(other.state)))
    return undefined;
  const freed = seats.filter((other) => !isReady(other.state));
  const since = Math.max(
    state.stage?.since ?? 0,
    task.assignedAt,
    task.movedAt,
    ...[...needed, ...freed].map((other) => other.movedAt),
  );
  return {
    since,
    step: {
      kind: "dispatch",
      key: keyOf(task),
      claims: [`desk:${seat}`, worktree(task)],
      task: task.id,
      seat,
    },
  };
}

function workStep(state: State, task: Task, seat: string): Step | undefined {
  const base = { key: keyOf(task), task: task.id };
  switch (task.state) {
    case "SETUP":
      return { ...base, kind: "setup", claims: [worktree(task)] };
    case "CODING":
      return { ...base, kind: "coding", claims: [worktree(task), mouth(seat)], seat };
    case "TESTING":
      return { ...base, kind: "testing", claims: [worktree(task)] };
    case "CODE_REVIEW": {
      const reviewer = reviewerOf(state.session.seats, seat);
      return (
        reviewer && {
          ...base,
          kind: "review",
          claims: [worktree(task), mouth(reviewer.id)],
          seat: reviewer.id,
        }
      );
    }
    case "AWAIT_MERGE":
      return { ...base, kind: "land", claims: [worktree(task), "landing"] };
    case "WAITING":
    case "BUDGET_REVIEW":
    case "BLOCKED":
    case "DONE":
    case "CANCELLED":
      return undefined;
  }
}

/** `task/t3/2/CODING@412`: the task, its attempt, its state, and the seq of the move into it. */
function keyOf(task: Task): string {
  return `task/${task.id}/${task.attempt}/${task.state}@${task.movedAt}`;
}

function worktree(task: Task): string {
  return `worktree:${task.id}`;
}
