import { describe, expect, test } from "vitest";
import { planned } from "../../../test/support/plans.ts";
import { moveTask } from "../rules/move-task.ts";
import type { Task } from "../state/task.ts";
import {
  holdsSeat,
  holdsWorktree,
  isDone,
  isInReview,
  isOver,
  isReady,
  nextState,
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
  evidence: undefined,
  worktree: undefined,
  base: undefined,
  commit: undefined,
  reviews: 0,
  landed: undefined,
});

/** The table once more, written out: a change of the machine must be made in both places. */
const moves: readonly (readonly [from: TaskState, trigger: Trigger, to: TaskState])[] = [
  ["WAITING", "dispatched", "SETUP"],
  ["SETUP", "ready", "CODING"],
  ["CODING", "done", "TESTING"],
  ["TESTING", "passed", "CODE_REVIEW"],
  ["TESTING", "failed", "CODING"],
  ["CODE_REVIEW", "approved", "AWAIT_MERGE"],
  ["CODE_REVIEW", "changes", "CODING"],
  ["AWAIT_MERGE", "landed", "DONE"],
  ["AWAIT_MERGE", "conflict", "SETUP"],
  ["AWAIT_MERGE", "red", "SETUP"],
];

describe("every move of the table", () => {
  test.each(moves)("%s, %s → %s", (from, trigger, to) => {
    expect(nextState(from, trigger)).toBe(to);
    expect(moveTask(taskIn(from), trigger, "because")).toEqual({
      actor: "harness",
      event: { type: "task.moved", task: "t1", from, to, trigger, attempt: 3, why: "because" },
    });
  });
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

test("every state but the first is reached, and only the last has no way out", () => {
  const reached = new Set(moves.map(([, , to]) => to));
  expect(taskStates.filter((state) => !reached.has(state))).toEqual(["WAITING"]);
  expect(taskStates.filter((state) => Object.keys(transitions[state]).length === 0)).toEqual(["DONE"]);
});

test.each<[what: string, is: (state: TaskState) => boolean, states: readonly TaskState[]]>([
  ["ready to be dispatched", isReady, ["WAITING"]],
  ["holding its engineer", holdsSeat, ["SETUP", "CODING", "TESTING", "CODE_REVIEW", "AWAIT_MERGE"]],
  ["holding its worktree", holdsWorktree, ["SETUP", "CODING", "TESTING", "CODE_REVIEW", "AWAIT_MERGE"]],
  ["in review", isInReview, ["CODE_REVIEW"]],
  ["done", isDone, ["DONE"]],
  ["over", isOver, ["DONE"]],
])("which states are %s", (_what, is, states) => {
  expect(taskStates.filter(is)).toEqual(states);
});
