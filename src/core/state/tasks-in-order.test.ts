import { expect, test } from "vitest";
import type { Task } from "./task.ts";
import { tasksInOrder } from "./tasks-in-order.ts";

test("tasks come in the order of their plan, whatever their names are", () => {
  const task = (order: number) => ({ order }) as Task; // only the order is looked at
  const tasks = { a: task(2), b: task(3), c: task(1) };
  expect(tasksInOrder({ tasks }).map(({ order }) => order)).toEqual([1, 2, 3]);
});
