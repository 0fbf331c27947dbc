import { expect, test } from "vitest";
import { changedBy } from "../../../../test/support/changed-by.ts";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { approachLines } from "../../views/documents/artifact-text.ts";

const amended = { type: "task.amended", task: "t1", why: "w", by: "architect" } as const;

test("a task, the plan and what was agreed say the same in other words, and nothing else changes", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  const t2 = past.state.tasks.t2?.plan;
  past.add("architect", { ...amended, patch: { approach: "Otherwise.", done: ["it is so"] } });
  const plan = { ...planned("t1"), approach: "Otherwise.", done: ["it is so"] };
  const { tasks, artifacts, accepted } = past.state;
  expect(tasks.t1?.plan).toEqual(plan);
  expect(tasks.t2?.plan).toBe(t2);
  expect(artifacts.tasks?.body.tasks).toEqual([plan, planned("t2")]);
  expect(accepted.tasks?.body.tasks).toEqual([plan, planned("t2")]);
  expect(approachLines(plan, past.state)[0]).toBe("approach: Otherwise.");
});

test("an approach that was agreed stays if only the done criteria change", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  const before = past.state.accepted.approach?.body;
  past.add("architect", { ...amended, patch: { done: ["it is so"] } });
  expect(past.state.accepted.approach?.body).toEqual(before);
});

test("a task that nobody knows is not amended", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  expect(changedBy(past, { ...amended, task: "t9", patch: { title: "x" } })).toEqual({});
});
