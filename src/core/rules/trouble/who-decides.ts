import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { threadNamed } from "../../state/threads.ts";
import type { SeatId, ThreadId } from "../../terms/ids.ts";
import { hasTools } from "../../terms/policy.ts";
import {
  isActive,
  isFailed,
  isHeld,
  isInReview,
  isOutOfBudget,
  isWithAuthor,
  needsDecision,
} from "../../terms/task-machine.ts";
import { reviewerFor } from "../review/reviewer-for.ts";
import { isInCircles } from "../rounds.ts";
import { vainJudgements } from "./progress.ts";
import { hasAttemptsLeft } from "./requeue-task.ts";
import { environmentTrouble, isKnownTrouble } from "./same-trouble.ts";

/** Who says how a task goes on that stopped. */
export type Decider =
  /** `about`: whether more may be spent on it, or what the task should say instead. */
  | {
      readonly kind: "architect";
      readonly about: "budget" | "task";
      readonly seat: SeatId;
      readonly thread: ThreadId;
    }
  | { readonly kind: "person" }
  /** Nobody is asked: enough was tried, or trying it afresh comes first. */
  | { readonly kind: "harness" };

/** Decisions of the architect that may come to nothing, one after the other, before the task is stopped. */
const mostVain = 2;

/** Undefined: the task has not stopped. */
export function deciderOf(state: State, task: Task): Decider | undefined {
  if (!needsDecision(task.state)) return undefined;
  if (isOutOfBudget(task.state)) return budgetDecider(state, task);
  return isFailed(task.state) || isHeld(task.state) ? person : blockedDecider(state, task);
}

/** It has been started, and goes on without a person. */
export function isUnderWay(state: State, task: Task): boolean {
  const decider = deciderOf(state, task);
  return decider ? decider.kind !== "person" : isActive(task.state);
}

const person: Decider = { kind: "person" };

/**
 * The architect decides, unless its own review is what the task goes in circles about. What it decides in vain is
 * bounded: about rounds, a person is asked the second time, and a third time there is none.
 */
function budgetDecider(state: State, task: Task): Decider {
  const architect = architectWithTools(state);
  if (architect === undefined || isReviewedBy(state, task, architect)) return person;
  const vain = vainJudgements(task);
  if (vain >= mostVain) return { kind: "harness" };
  if (vain > 0 && isInCircles(task)) return person;
  return asked(state, task, architect, "budget");
}

/**
 * What its author says is in the way. Of the environment, a fresh worktree is tried once, unless another task met the
 * same. A task that cannot be done as planned is rewritten. Everything else only a person can settle.
 */
function blockedDecider(state: State, task: Task): Decider {
  const { origin, blocked } = task;
  if (origin === undefined || !isWithAuthor(origin)) return person;
  if (blocked === "environment") {
    const isTried = task.met?.includes(environmentTrouble(task) ?? "") || isKnownTrouble(state, task);
    return isTried ? person : { kind: "harness" };
  }
  const architect = architectWithTools(state);
  if (blocked !== "invalid-task" || architect === undefined || !hasAttemptsLeft(task)) return person;
  return asked(state, task, architect, "task");
}

export function architectWithTools({ session }: Pick<State, "session">): SeatId | undefined {
  return session.seats.find((seat) => seat.role === "architect" && hasTools(seat))?.id;
}

const threadNames = { budget: "budget", task: "rewrite" } as const;

/** Each time it is another conversation. If that came to nothing, the person decides. */
function asked(state: State, task: Task, seat: SeatId, about: "budget" | "task"): Decider {
  const thread = `${threadNames[about]}/${task.id}.${task.attempt}/${task.stops ?? 1}`;
  return hasNoResult(state, thread) ? person : { kind: "architect", about, seat, thread };
}

/** Whether what brought the task here is a review of this member: one that found faults again, or gave no verdict. */
function isReviewedBy(state: State, task: Task, seat: SeatId): boolean {
  const { origin, returns, lastJudge } = task;
  if (isInCircles(task)) return returns.at(-1)?.trigger === "changes" && lastJudge === seat;
  return origin !== undefined && isInReview(origin) && reviewerFor(state, task)?.id === seat;
}

/** Whether the member was asked and came to no decision. One whose model gave no reply can be asked again. */
function hasNoResult(state: State, thread: ThreadId): boolean {
  const closed = threadNamed(state, thread)?.loops.at(-1)?.closed;
  return closed !== undefined && closed !== "model-error" && closed !== "stopped";
}
