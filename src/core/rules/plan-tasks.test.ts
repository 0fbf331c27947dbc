import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";

const titled = (id: string, title: string) => ({ ...planned(id), title });

test("a plan in place of another: what landed stays, what is the same goes on, the rest begins anew or is gone", () => {
  const past = Past.opened().reaches(
    "implementation",
    ["t1", "t2", "t3", "t4"].map((id) => planned(id)),
  );
  past.lands("t1");
  for (const id of ["t2", "t3"]) {
    past.moves(id, "dispatched");
    past.threadOpens(`coding/${id}.1`, "ada", "coding", id);
  }
  past.harness({
    type: "tasks.planned",
    tasks: [titled("t1", "Otherwise"), planned("t2"), titled("t3", "Otherwise")],
    from: "a9",
  });
  const { tasks, threads } = past.state;
  expect(Object.values(tasks).map(({ id, state, attempt, owner }) => [id, state, attempt, owner])).toEqual([
    ["t1", "DONE", 1, "ada"],
    ["t2", "SETUP", 1, "bo"],
    ["t3", "WAITING", 2, undefined],
  ]);
  expect(threads.map((thread) => thread.name)).toEqual(["coding/t2.1"]);
});

test("a task that landed stays also where the plan forgets it", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.lands("t1");
  past.harness({ type: "tasks.planned", tasks: [planned("t2")], from: "a9" });
  expect(Object.keys(past.state.tasks)).toEqual(["t1", "t2"]);
});
