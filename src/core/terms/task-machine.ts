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
  // A landing that does not merge or is red after merging goes to a new worktree that holds both sides.
  AWAIT_MERGE: { landed: "DONE", conflict: "SETUP", red: "SETUP" },
  DONE: {},
};

export function nextState(from: TaskState, trigger: Trigger): TaskState | undefined {
  return transitions[from][trigger];
}

/** A task that has a seat at work on it. */
export function isActive(state: TaskState): boolean {
  return state !== "WAITING" && state !== "DONE";
}
