import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import { fixTasks } from "./fix-tasks.ts";

const finding = (task: string, text: string, more: { file?: string; line?: number } = {}) => ({
  task,
  severity: "blocking" as const,
  text,
  ...more,
});

test("10.41: findings become a task for each task they are about, numbered on, with file and line where known", () => {
  const { state } = Past.opened().reaches("implementation", [planned("t1"), planned("t7")]);
  const tasks = fixTasks(
    [
      finding("t7", "It rounds.", { file: "a.ts", line: 3 }),
      finding("t1", "No test."),
      finding("t7", "It is slow.", { file: "a.ts" }),
      finding("t9", "x".repeat(700)),
    ],
    tasksInOrder(state),
  );
  expect(tasks.map(({ id, approach, files }) => [id, approach, files])).toEqual([
    ["t8", "a.ts:3: It rounds. a.ts: It is slow.", ["a.ts"]],
    ["t9", "No test.", []],
    ["t10", `${"x".repeat(599)}…`, []],
  ]);
  expect(tasks.map(({ requirements }) => requirements)).toEqual([["r1"], ["r1"], []]);
  expect(tasks[0]?.done).toHaveLength(2);
});
