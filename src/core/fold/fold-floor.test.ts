import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";

/** Both tasks are free, and the team is asked who would take them. */
function called(): Past {
  const past = Past.opened().reaches("planning");
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
  past.harness({ type: "volunteers.called" });
  return past;
}

test("10.41: of two volunteers for one task, both are remembered, in order, with their reasons", () => {
  const past = called();
  past.add("bo", { type: "task.volunteered", task: "t1", seat: "bo", why: "I know it." });
  past.add("ada", { type: "task.volunteered", task: "t1", seat: "ada", why: "I like it." });
  past.add("ada", { type: "task.volunteered", task: "t2", seat: "ada", why: "Too." });
  expect(Object.values(past.state.tasks).map(({ volunteers }) => volunteers)).toEqual([
    [
      { seat: "bo", why: "I know it." },
      { seat: "ada", why: "I like it." },
    ],
    [{ seat: "ada", why: "Too." }],
  ]);
});

test("10.41: asked again, nobody has volunteered and nobody was asked; a task that started keeps its owner", () => {
  const past = called();
  past.add("bo", { type: "task.volunteered", task: "t1", seat: "bo", why: "I know it." });
  past.harness({ type: "task.assigned", task: "t1", seat: "bo", why: "volunteered" });
  past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "by hand" });
  expect(past.state.volunteering).toBeUndefined(); // every task has an owner
  past.moves("t1", "dispatched");
  past.harness({ type: "volunteers.called" });
  expect(past.state.volunteering).toEqual({ seq: past.state.head, asked: [] });
  expect(past.state.tasks).toMatchObject({
    t1: { owner: "bo", volunteers: [{ seat: "bo" }] },
    t2: { owner: undefined, volunteers: [] },
  });
});

test("10.41: while one task has no owner, the asking goes on; when all have started, it does not begin", () => {
  const past = called();
  past.harness({ type: "task.assigned", task: "t1", seat: "bo", why: "by hand" });
  expect(past.state.volunteering).toBeDefined();
  past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "by hand" });
  for (const id of ["t1", "t2"]) past.moves(id, "dispatched");
  past.harness({ type: "volunteers.called" });
  expect(past.state.volunteering).toBeUndefined();
});
