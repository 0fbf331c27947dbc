import fc from "fast-check";
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

/** Each plan as the titles of its tasks, by id. */
type Plans = readonly Readonly<Record<string, string>>[];

function plannedBy(plans: Plans): Past {
  const past = Past.opened().reaches("implementation", [planned("t9")]);
  for (const plan of plans) {
    const tasks = Object.entries(plan).map(([id, title]) => titled(id, title));
    past.harness({ type: "tasks.planned", tasks, from: "a9" });
  }
  return past;
}

test.each<[string, Plans, number]>([
  ["planned once", [{ t1: "a" }], 1],
  ["planned again as it was", [{ t1: "a" }, { t1: "a" }], 1],
  ["planned anew", [{ t1: "a" }, { t1: "b" }], 2],
  ["planned anew twice", [{ t1: "a" }, { t1: "b" }, { t1: "c" }], 3],
  ["planned anew and back", [{ t1: "a" }, { t1: "b" }, { t1: "a" }], 3],
  ["removed and planned again", [{ t1: "a" }, { t2: "a" }, { t1: "a" }], 2],
  ["removed twice", [{ t1: "a" }, {}, { t1: "a" }, {}, { t1: "a" }], 3],
  ["planned anew, removed, planned again", [{ t1: "a" }, { t1: "b" }, {}, { t1: "b" }], 3],
  ["removed for two plans", [{ t1: "a" }, {}, { t2: "x" }, { t1: "a" }], 2],
])("10.41: a task %s has an attempt of its own", (_, plans, attempt) => {
  expect(plannedBy(plans).state.tasks.t1?.attempt).toBe(attempt);
});

test("10.41: whatever is planned in whatever order, no attempt of a task comes twice", () => {
  const plan = fc.dictionary(fc.constantFrom("t1", "t2"), fc.constantFrom("a", "b"));
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 6 }), (plans) => {
      const seen = new Map<string, number>();
      for (let count = 1; count <= plans.length; count += 1)
        for (const { id, attempt, plannedAt } of Object.values(
          plannedBy(plans.slice(0, count)).state.tasks,
        )) {
          expect(seen.get(`${id}.${attempt}`) ?? plannedAt, `${id}.${attempt}`).toBe(plannedAt);
          seen.set(`${id}.${attempt}`, plannedAt);
        }
    }),
    { numRuns: 60 },
  );
});

test("10.41: a task planned anew twice still knows the commit that its branch is at", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.moves("t1", "dispatched");
  const { seq } = past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} });
  past.harness({ type: "effect.settled", effect: `e${seq}`, failed: false, text: "", commit: "c1" });
  for (const title of ["b", "c", "d"]) {
    past.harness({ type: "tasks.planned", tasks: [titled("t1", title)], from: "a9" });
    expect(past.state.past.t1?.commit).toBe("c1");
    expect(past.state.tasks.t1?.commit).toBeUndefined();
  }
  past.harness({ type: "tasks.planned", tasks: [planned("t2")], from: "a9" });
  expect(past.state.past.t1).toEqual({ attempt: 4, commit: "c1" });
});
