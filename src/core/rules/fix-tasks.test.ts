import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import { fixTasks, nextTaskNumber } from "./fix-tasks.ts";

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
  expect(tasks.map(({ id, files }) => [id, files])).toEqual([
    ["t8", ["a.ts"]],
    ["t9", []],
    ["t10", []],
  ]);
  expect(tasks.map(({ done }) => done)).toEqual([
    [expect.stringMatching(/: a\.ts:3: It rounds\.$/), expect.stringMatching(/: a\.ts: It is slow\.$/)],
    [expect.stringMatching(/: No test\.$/)],
    [expect.stringMatching(/^.{500,599}…$/)],
  ]);
  expect(tasks.map(({ requirements }) => requirements)).toEqual([["r1"], ["r1"], []]);
  expect(tasks.map(({ mends }) => mends)).toEqual(["t7", "t1", undefined]);
});

test("a finding without a file is told in its own words; the first task of all is t1", () => {
  expect(fixTasks([finding("t1", "No test.")], [])).toMatchObject([
    { id: "t1", done: ["A test shows that this is mended, or that it was never so: No test."] },
  ]);
  expect([nextTaskNumber([]), nextTaskNumber([{ id: "t3" }, { id: "t2" }])]).toEqual([1, 4]);
});
