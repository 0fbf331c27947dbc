import fc from "fast-check";
import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { withoutOwners } from "./plan-tasks.ts";

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

test("a task that mends another still does when the plan, which does not say so, is written again", () => {
  const mending = { ...planned("t2"), mends: "t1" };
  const past = Past.opened().reaches("implementation", [planned("t1"), mending]);
  past.moves("t2", "dispatched");
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a9" });
  expect(past.state.tasks.t2).toMatchObject({ state: "SETUP", plan: { mends: "t1" } });
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), titled("t2", "Otherwise")], from: "a10" });
  expect(past.state.tasks.t2).toMatchObject({ state: "WAITING", plan: { title: "Otherwise", mends: "t1" } });
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

test("a task that begins anew knows nothing of what was done, but what it may go on without", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
  const { seq: cancelled } = past.moves("t1", "cancelled");
  past.moves("t2", "blocked", "", { origin: "WAITING", blocked: "prerequisite" });
  past.moves("t2", "unblocked");
  past.moves("t2", "dispatched");
  past.moves("t2", "ready");
  past.moves("t2", "done", "Ready.");
  past.moves("t2", "failed", "Red.");
  const plan = { ...planned("t2", "t1"), title: "Otherwise" };
  const { seq } = past.harness({ type: "tasks.planned", tasks: [plan, planned("t3")], from: "a9" });
  const fresh = {
    plannedAt: seq,
    owner: undefined,
    assignedAt: seq,
    volunteers: [],
    state: "WAITING",
    movedAt: seq,
    summary: undefined,
    feedback: undefined,
    feedbackAt: 0,
    evidence: undefined,
    worktree: undefined,
    base: undefined,
    commit: undefined,
    committedAt: 0,
    wrote: {},
    reviews: 0,
    returns: [],
    decidedAt: 0,
    landed: undefined,
  };
  expect(past.state.tasks).toStrictEqual({
    t2: { ...fresh, id: "t2", order: 0, plan, attempt: 2, without: { t1: cancelled } },
    t3: { ...fresh, id: "t3", order: 1, plan: planned("t3"), attempt: 1 },
  });
  expect(past.state.past).toEqual({
    t1: { attempt: 1, commit: undefined },
    t2: { attempt: 1, commit: undefined },
  });
});

test("what was begun for a task goes with it; what is the session's, or a task's that stays, does not", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  const begun = (task?: string) =>
    past.harness({ type: "effect.started", kind: "worktree", ...(task && { task }), input: {} }, "one").seq;
  const seqs = [begun("t1"), begun("t2"), begun("t3"), begun()];
  past.turnStarts("turn/1", "ada");
  for (const id of ["t1", "t2", "t3"]) past.threadOpens(`coding/${id}`, "ada", "coding", id);
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), titled("t2", "Otherwise")], from: "a9" });
  expect(Object.keys(past.state.effects)).toEqual([`e${seqs[0]}`, `e${seqs[3]}`]);
  expect(past.state.threads.map(({ name }) => name)).toEqual(["turn/1", "coding/t1"]);
  expect(Object.keys(past.state.past)).toEqual(["t2", "t3"]);
});

test("tasks that have not started lose their owner and their volunteers", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const task of ["t1", "t2"])
    past.add("bo", { type: "task.volunteered", task, seat: "bo", why: "mine" });
  past.moves("t1", "dispatched");
  const { t1, t2 } = past.state.tasks;
  expect(withoutOwners(past.state.tasks)).toEqual({ t1, t2: { ...t2, owner: undefined, volunteers: [] } });
});

test("a task that a person holds stays theirs when its plan changes, or when the plan has it no more", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const id of ["t1", "t2"])
    for (const trigger of ["dispatched", "ready", "held"] as const) past.moves(id, trigger);
  const plan = { ...planned("t1"), title: "Another title" };
  past.harness({ type: "tasks.planned", tasks: [plan], from: "a2" });
  expect(past.state.tasks.t1).toMatchObject({ state: "HELD", plan, attempt: 2, owner: "ada" });
  expect(past.state.tasks.t2).toMatchObject({ state: "HELD", attempt: 1, owner: "bo" });
  past.moves("t1", "given");
  expect(past.wanted().some((key) => key.startsWith("task/t1/2/CODING@"))).toBe(true);
});

test("what a person wants of a task is not forgotten when it starts afresh", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  const { seq } = past.human({ type: "hold.requested", task: "t1" });
  past.moves("t1", "requeued", "it got nowhere", { attempt: 2 });
  expect(past.state.tasks.t1).toMatchObject({ state: "WAITING", holding: seq });
  expect(past.wanted()).toEqual([`hold/t1@${seq}`]);
});
