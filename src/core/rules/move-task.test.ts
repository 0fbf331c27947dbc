import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { blockTask, limitTask, moveTask } from "./move-task.ts";

function testing() {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready", "done"] as const) past.moves("t1", trigger);
  const { t1 } = past.state.tasks;
  if (!t1) throw new Error("no task");
  return t1;
}

const moved = { type: "task.moved", task: "t1", from: "TESTING", attempt: 1 };

test("a move goes where the table says, with what it carries", () => {
  expect(moveTask(testing(), "failed", "red", { feedback: "Red.", attempt: 2 })).toEqual({
    actor: "harness",
    event: { ...moved, to: "CODING", trigger: "failed", why: "red", feedback: "Red.", attempt: 2 },
  });
  expect(moveTask({ ...testing(), state: "BUDGET_REVIEW", origin: "CODING" }, "granted", "go").event).toEqual(
    {
      ...moved,
      from: "BUDGET_REVIEW",
      to: "CODING",
      trigger: "granted",
      why: "go",
    },
  );
});

test("a move that the table does not have is a bug", () => {
  expect(() => moveTask(testing(), "landed", "")).toThrow("task t1 in TESTING does not know landed");
});

test("a task that waits for a person knows where it came from", () => {
  const told = { why: "no pnpm", feedback: "no pnpm", origin: "TESTING" };
  expect(blockTask(testing(), "no pnpm").event).toEqual({
    ...moved,
    ...told,
    to: "BLOCKED",
    trigger: "broken",
    blocked: "environment",
  });
  expect(limitTask(testing(), "no pnpm").event).toEqual({
    ...moved,
    ...told,
    to: "BUDGET_REVIEW",
    trigger: "limit",
  });
});
