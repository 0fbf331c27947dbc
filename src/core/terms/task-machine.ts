export const taskStates = [
  "WAITING",
  "SETUP",
  "PLANNING",
  "PLAN_REVIEW",
  "CODING",
  "TESTING",
  "CODE_REVIEW",
  "PREPARE_MERGE",
  "AWAIT_MERGE",
  "QUESTION",
  "BUDGET_REVIEW",
  "BLOCKED",
  "HELD",
  "FAILED",
  "DONE",
  "CANCELLED",
] as const;
export type TaskState = (typeof taskStates)[number];

/** A state, or the one that the task's move into this state recorded as its origin. */
type Target = TaskState | "origin";

/** A person can end a task that is not over, work on it themselves, or have smaller tasks take its place. */
const always = { held: "HELD", cancelled: "CANCELLED", split: "CANCELLED" } as const;

const table = {
  // Blocked: a task that it depends on was cancelled.
  WAITING: { dispatched: "SETUP", blocked: "BLOCKED", ...always },
  // Plan: its author says first how it would do it.
  SETUP: { ready: "CODING", plan: "PLANNING", blocked: "BLOCKED", ...always },
  PLANNING: {
    planned: "PLAN_REVIEW",
    // Satisfied: its author claims that it is done already. Somebody else looks at that.
    satisfied: "PLAN_REVIEW",
    lost: "SETUP",
    asked: "QUESTION",
    limit: "BUDGET_REVIEW",
    blocked: "BLOCKED",
    requeued: "WAITING",
    exhausted: "FAILED",
    ...always,
  },
  PLAN_REVIEW: {
    approved: "CODING",
    satisfied: "DONE",
    changes: "PLANNING",
    commented: "PLANNING",
    rejected: "BLOCKED",
    limit: "BUDGET_REVIEW",
    ...always,
  },
  // Lost: its worktree or its commit is gone, and it goes on from what is recorded.
  CODING: {
    done: "TESTING",
    satisfied: "CODE_REVIEW",
    lost: "SETUP",
    asked: "QUESTION",
    limit: "BUDGET_REVIEW",
    blocked: "BLOCKED",
    // Nothing comes of this attempt: the next one starts fresh, and after the last one a person decides.
    requeued: "WAITING",
    exhausted: "FAILED",
    ...always,
  },
  TESTING: {
    passed: "CODE_REVIEW",
    // Only prose changed, and the rules say that checks are enough for that.
    prose: "PREPARE_MERGE",
    failed: "CODING",
    // Commented: a person sends it back to its author with a comment.
    commented: "CODING",
    lost: "SETUP",
    limit: "BUDGET_REVIEW",
    broken: "BLOCKED",
    ...always,
  },
  CODE_REVIEW: {
    approved: "PREPARE_MERGE",
    satisfied: "DONE",
    changes: "CODING",
    commented: "CODING",
    rejected: "WAITING",
    exhausted: "FAILED",
    lost: "SETUP",
    limit: "BUDGET_REVIEW",
    ...always,
  },
  // It holds no landing place, so that only what can land stands in the queue.
  PREPARE_MERGE: {
    prepared: "AWAIT_MERGE",
    refused: "CODING",
    commented: "CODING",
    conflict: "SETUP",
    lost: "SETUP",
    limit: "BUDGET_REVIEW",
    ...always,
  },
  // A landing that conflicts or fails its checks goes to a new worktree that holds both sides.
  AWAIT_MERGE: {
    landed: "DONE",
    conflict: "SETUP",
    red: "SETUP",
    commented: "CODING",
    lost: "SETUP",
    limit: "BUDGET_REVIEW",
    broken: "BLOCKED",
    ...always,
  },
  // Overdue: it waited for a person, and nobody was there in time.
  QUESTION: { answered: "origin", overdue: "BLOCKED", ...always },
  BUDGET_REVIEW: {
    granted: "origin",
    redirected: "origin",
    // Not to its reviewer, whose move it was.
    commented: "CODING",
    stopped: "FAILED",
    overdue: "BLOCKED",
    ...always,
  },
  // Redirected: the person sends a broken check back to the author, whose change broke it.
  BLOCKED: {
    unblocked: "origin",
    redirected: "CODING",
    rewritten: "WAITING",
    requeued: "WAITING",
    exhausted: "FAILED",
    ...always,
  },
  // A person works on it. Held again: its worktree was gone, and it has a new one.
  HELD: { given: "CODING", finished: "TESTING", ...always },
  FAILED: { retried: "WAITING", ...always },
  DONE: { reverted: "CANCELLED" },
  CANCELLED: {},
} as const satisfies Readonly<Record<TaskState, Readonly<Record<string, Target>>>>;

export type Trigger = { readonly [S in TaskState]: keyof (typeof table)[S] }[TaskState];

/** The one table of what a task may do. Code, tests and the diagram in the docs all read it. */
export const transitions: Readonly<Record<TaskState, Readonly<Partial<Record<Trigger, Target>>>>> = table;

// The keys of the table are its triggers: that is how the type is made.
export const triggers = [...new Set(taskStates.flatMap((state) => Object.keys(table[state])))] as Trigger[];

/** `origin`: where a task goes back to that waits for an answer or a decision. */
export function nextState(from: TaskState, trigger: Trigger, origin?: TaskState): TaskState | undefined {
  const target = transitions[from][trigger];
  return target === "origin" ? origin : target;
}

/** The moves by which a task comes back to its author. They are counted and bounded. */
export const returning = [
  "failed",
  "changes",
  "refused",
  "conflict",
  "red",
  "lost",
] as const satisfies readonly Trigger[];
export type Returning = (typeof returning)[number];

/** The moves by which a task starts afresh, with nothing of its last attempt but what was learned. */
const restarting: ReadonlySet<Trigger> = new Set(["rewritten", "requeued", "rejected", "retried"]);

export function restarts(trigger: Trigger, to: TaskState): boolean {
  return restarting.has(trigger) && isReady(to);
}

/** How a task came to be over. */
export const dispositions = ["landed", "satisfied", "split", "reverted"] as const;

type AtWork = "ready" | "seat" | "worktree" | "author" | "before-code" | "reviewer" | "asks";
type Trait = AtWork | "budget" | "decision" | "held" | "failed" | "done" | "over";

/** What each state means for the code around the task. Only this file compares states by name. */
const traits: Readonly<Record<TaskState, readonly Trait[]>> = {
  WAITING: ["ready"],
  SETUP: ["seat", "worktree"],
  PLANNING: ["seat", "worktree", "author", "before-code"],
  PLAN_REVIEW: ["worktree", "reviewer", "before-code"],
  CODING: ["seat", "worktree", "author"],
  TESTING: ["seat", "worktree"],
  CODE_REVIEW: ["worktree", "reviewer"],
  PREPARE_MERGE: ["worktree"],
  AWAIT_MERGE: ["worktree"],
  QUESTION: ["worktree", "asks"],
  BUDGET_REVIEW: ["seat", "worktree", "budget", "decision"],
  BLOCKED: ["worktree", "decision"],
  HELD: ["worktree", "held", "decision"],
  // Its worktree stays, so that a person can look at what there is.
  FAILED: ["worktree", "failed", "decision"],
  DONE: ["done", "over"],
  CANCELLED: ["over"],
};

/** Work has not started: any engineer can get it, and it is dispatched once everything it depends on is done. */
export function isReady(state: TaskState): boolean {
  return traits[state].includes("ready");
}

/** It keeps its engineer from taking another task. */
export function holdsSeat(state: TaskState): boolean {
  return traits[state].includes("seat");
}

/** It has been started, and nobody has to decide how it goes on. */
export function isActive(state: TaskState): boolean {
  return !isReady(state) && !isOver(state) && !needsDecision(state);
}

/** Its worktree, if it has one, is still needed. */
export function holdsWorktree(state: TaskState): boolean {
  return traits[state].includes("worktree");
}

/** Its author is at work. */
export function isWithAuthor(state: TaskState): boolean {
  return traits[state].includes("author");
}

/** Its author plans it: no code has been written yet. */
export function isBeforeCode(state: TaskState): boolean {
  return traits[state].includes("before-code");
}

/** The next move is its reviewer's, not its author's. */
export function isInReview(state: TaskState): boolean {
  return traits[state].includes("reviewer");
}

/** Its author has asked something and waits for the answer, while others may need the seat. */
export function isAsking(state: TaskState): boolean {
  return traits[state].includes("asks");
}

/** Somebody must say how it goes on: a person, or, where the rules allow it, the architect. */
export function needsDecision(state: TaskState): boolean {
  return traits[state].includes("decision");
}

/** A person has taken it over and works on it. */
export function isHeld(state: TaskState): boolean {
  return traits[state].includes("held");
}

/** It used up its rounds or its requests. */
export function isOutOfBudget(state: TaskState): boolean {
  return traits[state].includes("budget");
}

/** Every attempt led nowhere, and only a person can start another one. */
export function isFailed(state: TaskState): boolean {
  return traits[state].includes("failed");
}

/** Its work has landed or was there already, so other tasks may build on it. */
export function isDone(state: TaskState): boolean {
  return traits[state].includes("done");
}

/** Nothing more happens to it, whether it is done or not. */
export function isOver(state: TaskState): boolean {
  return traits[state].includes("over");
}

/** It is over without its work. */
export function isCancelled(state: TaskState): boolean {
  return isOver(state) && !isDone(state);
}
