import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";

/** Four approved tasks, in the order in which they came; only t4 is not in line yet. */
function inLine(): Past {
  const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));
  const past = Past.opened().reaches("implementation", tasks, ["ada", "bo", "cy", "di"]);
  for (const trigger of ["dispatched", "ready", "done", "passed", "approved"] as const)
    for (const { id } of tasks) past.moves(id, trigger);
  for (const id of ["t1", "t2", "t3"]) past.moves(id, "prepared");
  return past;
}

/** The tasks in the order in which they land. */
function landed(past: Past): readonly string[] {
  const order: string[] = [];
  for (;;) {
    const step = past.decided().steps.find((one) => one.kind === "land");
    if (step?.kind !== "land") return order;
    past.moves(step.task, "landed");
    order.push(step.task);
  }
}

test("a task that is to land first goes right behind the one whose turn it is", () => {
  const past = inLine();
  const before = past.wanted();
  past.human({ type: "task.hurried", task: "t3" });
  expect(past.wanted()).toEqual(before);
  expect(landed(past)).toEqual(["t1", "t3", "t2"]);
});

test("one that comes into line later does so then, and displaces nothing", () => {
  const past = inLine();
  past.human({ type: "task.hurried", task: "t4" });
  const before = past.decided().steps.filter(({ kind }) => kind === "land");
  past.moves("t4", "prepared");
  expect(past.decided().steps.filter(({ kind }) => kind === "land")).toEqual(before);
  expect(landed(past)).toEqual(["t1", "t4", "t2", "t3"]);
});

test("what is stuck is out of line, and what a person sent on stands at its end", () => {
  const past = inLine();
  const [first = ""] = past.wanted().filter((key) => key.startsWith("task/t1/"));
  past.fails(first);
  past.human({ type: "task.hurried", task: "t3" });
  expect(past.decided().steps.find(({ kind }) => kind === "land")).toMatchObject({ task: "t2" });
  past.human({ type: "step.retried", step: first });
  expect(landed(past)).toEqual(["t2", "t3", "t1"]);
});

test("a task that lands alone, and one that nobody hurries, keep their places", () => {
  const past = inLine();
  expect(landed(past)).toEqual(["t1", "t2", "t3"]);
  past.human({ type: "task.hurried", task: "t4" });
  past.moves("t4", "prepared");
  expect(landed(past)).toEqual(["t4"]);
});
