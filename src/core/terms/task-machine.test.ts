import { describe, expect, test } from "vitest";
import { planned } from "../../../test/support/plans.ts";
import { moveTask } from "../rules/move-task.ts";
import type { Task } from "../state/task.ts";
import {
  holdsSeat,
  holdsWorktree,
  isAsking,
  isDone,
  isFailed,
  isHeld,
  isInReview,
  isOutOfBudget,
  isOver,
  isReady,
  isWithAuthor,
  needsDecision,
  nextState,
  restarts,
  type TaskState,
  type Trigger,
  taskStates,
  transitions,
  triggers,
} from "./task-machine.ts";

const taskIn = (state: TaskState): Task => ({
  id: "t1",
  order: 0,
  plan: planned("t1"),
  plannedAt: 1,
  owner: "ada",
  volunteers: [],
  assignedAt: 1,
  state,
  attempt: 3,
  movedAt: 1,
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
});

/** The table once more, written out: a change of the machine must be made in both places. */
const moves: readonly (readonly [from: TaskState, trigger: Trigger, to: TaskState | "origin"])[] = [
  ["WAITING", "dispatched", "SETUP"],
  ["WAITING", "blocked", "BLOCKED"],
  ["WAITING", "held", "HELD"],
  ["WAITING", "split", "CANCELLED"],
  ["WAITING", "cancelled", "CANCELLED"],
  ["SETUP", "ready", "CODING"],
  ["SETUP", "plan", "PLANNING"],
  ["SETUP", "blocked", "BLOCKED"],
  ["SETUP", "held", "HELD"],
  ["SETUP", "split", "CANCELLED"],
  ["SETUP", "cancelled", "CANCELLED"],
  ["PLANNING", "planned", "PLAN_REVIEW"],
  ["PLANNING", "satisfied", "PLAN_REVIEW"],
  ["PLANNING", "lost", "SETUP"],
  ["PLANNING", "asked", "QUESTION"],
  ["PLANNING", "limit", "BUDGET_REVIEW"],
  ["PLANNING", "blocked", "BLOCKED"],
  ["PLANNING", "requeued", "WAITING"],
  ["PLANNING", "exhausted", "FAILED"],
  ["PLANNING", "held", "HELD"],
  ["PLANNING", "split", "CANCELLED"],
  ["PLANNING", "cancelled", "CANCELLED"],
  ["PLAN_REVIEW", "approved", "CODING"],
  ["PLAN_REVIEW", "satisfied", "DONE"],
  ["PLAN_REVIEW", "changes", "PLANNING"],
  ["PLAN_REVIEW", "commented", "PLANNING"],
  ["PLAN_REVIEW", "rejected", "BLOCKED"],
  ["PLAN_REVIEW", "limit", "BUDGET_REVIEW"],
  ["PLAN_REVIEW", "held", "HELD"],
  ["PLAN_REVIEW", "split", "CANCELLED"],
  ["PLAN_REVIEW", "cancelled", "CANCELLED"],
  ["CODING", "done", "TESTING"],
  ["CODING", "satisfied", "CODE_REVIEW"],
  ["CODING", "lost", "SETUP"],
  ["CODING", "asked", "QUESTION"],
  ["CODING", "limit", "BUDGET_REVIEW"],
  ["CODING", "blocked", "BLOCKED"],
  ["CODING", "requeued", "WAITING"],
  ["CODING", "exhausted", "FAILED"],
  ["CODING", "held", "HELD"],
  ["CODING", "split", "CANCELLED"],
  ["CODING", "cancelled", "CANCELLED"],
  ["TESTING", "passed", "CODE_REVIEW"],
  ["TESTING", "prose", "PREPARE_MERGE"],
  ["TESTING", "failed", "CODING"],
  ["TESTING", "commented", "CODING"],
  ["TESTING", "lost", "SETUP"],
  ["TESTING", "limit", "BUDGET_REVIEW"],
  ["TESTING", "broken", "BLOCKED"],
  ["TESTING", "held", "HELD"],
  ["TESTING", "split", "CANCELLED"],
  ["TESTING", "cancelled", "CANCELLED"],
  ["CODE_REVIEW", "approved", "PREPARE_MERGE"],
  ["CODE_REVIEW", "satisfied", "DONE"],
  ["CODE_REVIEW", "changes", "CODING"],
  ["CODE_REVIEW", "commented", "CODING"],
  ["CODE_REVIEW", "rejected", "WAITING"],
  ["CODE_REVIEW", "exhausted", "FAILED"],
  ["CODE_REVIEW", "lost", "SETUP"],
  ["CODE_REVIEW", "limit", "BUDGET_REVIEW"],
  ["CODE_REVIEW", "held", "HELD"],
  ["CODE_REVIEW", "split", "CANCELLED"],
  ["CODE_REVIEW", "cancelled", "CANCELLED"],
  ["PREPARE_MERGE", "prepared", "AWAIT_MERGE"],
  ["PREPARE_MERGE", "refused", "CODING"],
  ["PREPARE_MERGE", "commented", "CODING"],
  ["PREPARE_MERGE", "conflict", "SETUP"],
  ["PREPARE_MERGE", "lost", "SETUP"],
  ["PREPARE_MERGE", "limit", "BUDGET_REVIEW"],
  ["PREPARE_MERGE", "held", "HELD"],
  ["PREPARE_MERGE", "split", "CANCELLED"],
  ["PREPARE_MERGE", "cancelled", "CANCELLED"],
  ["AWAIT_MERGE", "landed", "DONE"],
  ["AWAIT_MERGE", "conflict", "SETUP"],
  ["AWAIT_MERGE", "red", "SETUP"],
  ["AWAIT_MERGE", "commented", "CODING"],
  ["AWAIT_MERGE", "lost", "SETUP"],
  ["AWAIT_MERGE", "limit", "BUDGET_REVIEW"],
  ["AWAIT_MERGE", "broken", "BLOCKED"],
  ["AWAIT_MERGE", "held", "HELD"],
  ["AWAIT_MERGE", "split", "CANCELLED"],
  ["AWAIT_MERGE", "cancelled", "CANCELLED"],
  ["QUESTION", "answered", "origin"],
  ["QUESTION", "overdue", "BLOCKED"],
  ["QUESTION", "held", "HELD"],
  ["QUESTION", "split", "CANCELLED"],
  ["QUESTION", "cancelled", "CANCELLED"],
  ["BUDGET_REVIEW", "granted", "origin"],
  ["BUDGET_REVIEW", "redirected", "origin"],
  ["BUDGET_REVIEW", "commented", "CODING"],
  ["BUDGET_REVIEW", "stopped", "FAILED"],
  ["BUDGET_REVIEW", "overdue", "BLOCKED"],
  ["BUDGET_REVIEW", "held", "HELD"],
  ["BUDGET_REVIEW", "split", "CANCELLED"],
  ["BUDGET_REVIEW", "cancelled", "CANCELLED"],
  ["BLOCKED", "unblocked", "origin"],
  ["BLOCKED", "redirected", "CODING"],
  ["BLOCKED", "rewritten", "WAITING"],
  ["BLOCKED", "requeued", "WAITING"],
  ["BLOCKED", "exhausted", "FAILED"],
  ["BLOCKED", "held", "HELD"],
  ["BLOCKED", "split", "CANCELLED"],
  ["BLOCKED", "cancelled", "CANCELLED"],
  ["HELD", "given", "CODING"],
  ["HELD", "finished", "TESTING"],
  ["HELD", "held", "HELD"],
  ["HELD", "split", "CANCELLED"],
  ["HELD", "cancelled", "CANCELLED"],
  ["FAILED", "retried", "WAITING"],
  ["FAILED", "held", "HELD"],
  ["FAILED", "split", "CANCELLED"],
  ["FAILED", "cancelled", "CANCELLED"],
  ["DONE", "reverted", "CANCELLED"],
];

describe("every move of the table", () => {
  test.each(moves)("%s, %s → %s", (from, trigger, target) => {
    const task = { ...taskIn(from), origin: "SETUP" as const };
    const to = target === "origin" ? task.origin : target;
    expect(nextState(from, trigger, task.origin)).toBe(to);
    expect(moveTask(task, trigger, "because")).toEqual({
      actor: "harness",
      event: { type: "task.moved", task: "t1", from, to, trigger, attempt: 3, why: "because" },
    });
  });
});

test("a task whose origin is not recorded cannot go back to it", () => {
  expect(() => moveTask(taskIn("BLOCKED"), "unblocked", "")).toThrow("task t1 in BLOCKED does not know");
});

test("every move that is not in the table is refused", () => {
  const known = new Set(moves.map(([from, trigger]) => `${from} ${trigger}`));
  let refused = 0;
  for (const from of taskStates)
    for (const trigger of triggers) {
      if (known.has(`${from} ${trigger}`)) continue;
      expect(nextState(from, trigger)).toBeUndefined();
      expect(() => moveTask(taskIn(from), trigger, "")).toThrow(
        `task t1 in ${from} does not know ${trigger}`,
      );
      refused++;
    }
  expect(refused).toBe(taskStates.length * triggers.length - moves.length);
});

test("every state is reached, and from what is over the only way is to be taken back", () => {
  const reached = new Set(moves.map(([, , to]) => to));
  expect(taskStates.filter((state) => !reached.has(state))).toEqual([]);
  const ways = taskStates.filter(isOver).flatMap((state) => Object.keys(transitions[state]));
  expect(ways).toEqual(["reverted"]);
});

test.each(["cancelled", "held", "split"] as const)("every task that is not over can be %s", (trigger) => {
  for (const state of taskStates) expect(nextState(state, trigger) !== undefined).toBe(!isOver(state));
});

test.each<[what: string, is: (state: TaskState) => boolean, states: readonly TaskState[]]>([
  ["ready to be dispatched", isReady, ["WAITING"]],
  ["holding its engineer", holdsSeat, ["SETUP", "PLANNING", "CODING", "TESTING", "BUDGET_REVIEW"]],
  [
    "holding its worktree",
    holdsWorktree,
    [
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
    ],
  ],
  ["with its author", isWithAuthor, ["PLANNING", "CODING"]],
  ["waiting for an answer", isAsking, ["QUESTION"]],
  ["waiting for a decision", needsDecision, ["BUDGET_REVIEW", "BLOCKED", "HELD", "FAILED"]],
  ["with a person", isHeld, ["HELD"]],
  ["out of rounds or requests", isOutOfBudget, ["BUDGET_REVIEW"]],
  ["failed", isFailed, ["FAILED"]],
  ["in review", isInReview, ["PLAN_REVIEW", "CODE_REVIEW"]],
  ["done", isDone, ["DONE"]],
  ["over", isOver, ["DONE", "CANCELLED"]],
])("which states are %s", (_what, is, states) => {
  expect(taskStates.filter(is)).toEqual(states);
});

test("a task starts afresh when it is rewritten, rejected, queued or tried again, and by no other move", () => {
  const fresh = moves.filter(([, trigger, to]) => to !== "origin" && restarts(trigger, to));
  expect(fresh).toEqual([
    ["PLANNING", "requeued", "WAITING"],
    ["CODING", "requeued", "WAITING"],
    ["CODE_REVIEW", "rejected", "WAITING"],
    ["BLOCKED", "rewritten", "WAITING"],
    ["BLOCKED", "requeued", "WAITING"],
    ["FAILED", "retried", "WAITING"],
  ]);
  // A task that waited because of a cancelled one has not begun, so nothing starts again.
  expect(restarts("unblocked", "WAITING")).toBe(false);
});
