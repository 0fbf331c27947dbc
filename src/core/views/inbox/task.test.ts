import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { taskWaits } from "../../decide/waits/task.ts";
import { cancelTasks } from "../../rules/cancel-tasks.ts";
import type { Returning, Trigger } from "../../terms/task-machine.ts";
import { taskWords } from "./task.ts";

function textOf({ state }: Past): string {
  const [wait] = taskWaits(state);
  if (!wait) throw new Error("nothing waits");
  return taskWords(wait).text(state);
}

test("a task that builds on cancelled ones names each of them", () => {
  const plan = [planned("t1"), planned("t2"), planned("t3"), planned("t4", "t1", "t2", "t3")];
  const past = Past.opened().reaches("implementation", plan);
  past.lands("t3");
  for (const id of ["t1", "t2"]) {
    const tasks = Object.values(past.state.tasks).filter((task) => task.id === id);
    for (const { actor, event } of cancelTasks("human", tasks, past.state)) past.add(actor, event);
  }
  expect(textOf(past)).toBe("t1 is cancelled: Build t1\nt2 is cancelled: Build t2");
});

test.each<[readonly Trigger[], Returning, string]>([
  [["done"], "failed", "1. its checks failed: Two tests fail."],
  [["done", "passed"], "changes", "1. its review: Two tests fail."],
  [["done", "passed", "approved"], "conflict", "1. a conflict at landing: Two tests fail."],
  [["done", "passed", "approved"], "red", "1. its checks failed at landing: Two tests fail."],
  [["done"], "lost", "1. its work was gone: Two tests fail."],
])("a return says in plain words what came back: %j %s", (moves, trigger, text) => {
  const past = Past.opened().reaches("implementation");
  for (const move of ["dispatched", "ready", ...moves] as const) past.moves("t1", move);
  past.moves("t1", "limit", "too often", {
    origin: "CODING",
    returned: trigger,
    feedback: "Two tests fail.",
  });
  expect(textOf(past)).toBe(text);
});
