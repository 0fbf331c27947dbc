export const taskStates = [
  "WAITING",
  "SETUP",
  "CODING",
  "TESTING",
  "CODE_REVIEW",
  "AWAIT_MERGE",
  "DONE",
] as const;
export type TaskState = (typeof taskStates)[number];

export const triggers = [
  "dispatched",
  "ready",
  "done",
  "passed",
  "failed",
  "approved",
  "changes",
  "landed",
  "conflict",
  "red",
] as const;
export type Trigger = (typeof triggers)[number];

/** The one table of what a task may do. Code, tests and the diagram in the docs all read it. */
export const transitions: Readonly<Record<TaskState, Readonly<Partial<Record<Trigger, TaskState>>>>> = {
  WAITING: { dispatched: "SETUP" },
  SETUP: { ready: "CODING" },
  CODING: { done: "TESTING" },
  TESTING: { passed: "CODE_REVIEW", failed: "CODING" },
  CODE_REVIEW: { approved: "AWAIT_MERGE", changes: "CODING" },
  // A landing that conflicts or fails its checks goes to a new worktree that holds both sides.
  AWAIT_MERGE: { landed: "DONE", conflict: "SETUP", red: "SETUP" },
  DONE: {},
};

export function nextState(from: TaskState, trigger: Trigger): TaskState | undefined {
  return transitions[from][trigger];
}

type Trait = "ready" | "seat" | "worktree" | "reviewer" | "done" | "over";

/** What each state means for the code around the task. Only this file compares states by name. */
const traits: Readonly<Record<TaskState, readonly Trait[]>> = {
  WAITING: ["ready"],
  SETUP: ["seat", "worktree"],
  CODING: ["seat", "worktree"],
  TESTING: ["seat", "worktree"],
  CODE_REVIEW: ["seat", "worktree", "reviewer"],
  AWAIT_MERGE: ["seat", "worktree"],
  DONE: ["done", "over"],
};

/** Work has not started: any engineer can get it, and it is dispatched once everything it depends on is done. */
export function isReady(state: TaskState): boolean {
  return traits[state].includes("ready");
}

/** It keeps its engineer from taking another task. */
export function holdsSeat(state: TaskState): boolean {
  return traits[state].includes("seat");
}

/** Its worktree, if it has one, is still needed. */
export function holdsWorktree(state: TaskState): boolean {
  return traits[state].includes("worktree");
}

/** The next move is its reviewer's, not its author's. */
export function isInReview(state: TaskState): boolean {
  return traits[state].includes("reviewer");
}

/** Its work has landed, so other tasks may build on it. */
export function isDone(state: TaskState): boolean {
  return traits[state].includes("done");
}

/** Nothing more happens to it, whether it is done or not. */
export function isOver(state: TaskState): boolean {
  return traits[state].includes("over");
}
