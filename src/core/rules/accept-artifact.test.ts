import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { Artifact, PlannedTask } from "../terms/artifacts.ts";
import type { Policy } from "../terms/policy.ts";
import { acceptArtifact } from "./accept-artifact.ts";

const accepted = {
  actor: "human",
  type: "artifact.settled",
  artifact: "a9",
  verdict: "accepted",
  reasons: [],
};
const plannedAs = (tasks: readonly PlannedTask[]) => ({
  actor: "harness",
  type: "tasks.planned",
  tasks,
  from: "a9",
});
const given = (task: string, seat: string) => ({
  actor: "harness",
  type: "task.assigned",
  task,
  seat,
  why: "fewest tasks in its layer",
});

/** What follows when this is accepted. */
const drafts = (past: Past, artifact: Artifact) =>
  acceptArtifact("human", "a9", artifact, past.state).map(({ actor, event }) => ({ actor, ...event }));
const plan = (...tasks: PlannedTask[]): Artifact => ({ kind: "tasks", body: { tasks } });

describe("an accepted plan", () => {
  const [one, two] = [planned("t1"), planned("t2")];
  const planning = (policy: Partial<Policy> = {}) => Past.opened({ policy }).reaches("planning");

  test("is given out at once, unless the policy says otherwise", () => {
    const all = [accepted, plannedAs([one, two]), given("t1", "ada"), given("t2", "bo")];
    expect(drafts(planning(), plan(one, two))).toEqual(all);
    expect(drafts(planning({ assign: "auto" }), plan(one, two))).toEqual(all);
  });

  test("is given out by hand", () => {
    expect(drafts(planning({ assign: "hand" }), plan(one, two))).toEqual([accepted, plannedAs([one, two])]);
  });

  test("is offered to volunteers where engineers talk about what to build, and given out elsewhere", () => {
    const called = { actor: "harness", type: "volunteers.called" };
    for (const phase of ["planning", "pre-code-review"] as const)
      expect(drafts(Past.opened({ policy: { assign: "volunteer" } }).reaches(phase), plan(one))).toEqual([
        accepted,
        plannedAs([one]),
        called,
      ]);
    const all = [accepted, plannedAs([one]), given("t1", "ada")];
    const policy = { assign: "volunteer" } as const;
    expect(drafts(Past.opened({ policy }), plan(one))).toEqual(all);
    const refining = Past.opened({ policy });
    refining.enters("refinement");
    expect(drafts(refining, plan(one))).toEqual(all);
  });

  test("leaves a task with its engineer if it landed or its plan is the same, and gives out all others", () => {
    const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));
    const past = Past.opened().reaches("implementation", tasks, ["bo"]);
    past.lands("t1");
    past.harness({ type: "tasks.planned", tasks: [...tasks, planned("t5")], from: "a1" });
    const anew = tasks.map((task) => (task.id === "t2" ? task : { ...task, title: "Otherwise" }));
    const assigned = drafts(past, plan(...anew, planned("t5"))).flatMap((draft) =>
      draft.type === "task.assigned" ? [[draft.task, draft.seat]] : [],
    );
    expect(assigned).toEqual([
      ["t3", "ada"],
      ["t4", "bo"],
      ["t5", "ada"],
    ]);
  });

  test("holds what builds on a cancelled task", () => {
    const past = Past.opened().reaches("implementation", [one, planned("t2", "t1"), planned("t3")]);
    past.moves("t1", "cancelled");
    const held = drafts(past, plan(one, planned("t2", "t1"), planned("t3"), planned("t4", "t1"))).flatMap(
      (draft) => (draft.type === "task.moved" ? [draft] : []),
    );
    expect(held).toMatchObject(
      ["t2", "t4"].map((task) => ({ task, trigger: "blocked", origin: "WAITING", to: "BLOCKED" })),
    );
  });
});

describe("accepted findings", () => {
  const finding = { task: "t1", text: "It rounds." };
  const findings = (...severities: ("blocking" | "minor")[]): Artifact => ({
    kind: "findings",
    body: { summary: "", findings: severities.map((severity) => ({ ...finding, severity })) },
  });

  test("that block nothing lead to nothing", () => {
    const past = Past.opened().reaches("code-review");
    expect(drafts(past, findings())).toEqual([accepted]);
    expect(drafts(past, findings("minor"))).toEqual([accepted]);
  });

  test("that block become tasks behind those that there are, and only these are given out", () => {
    const past = Past.opened().reaches("code-review", [planned("t2"), planned("t1")]);
    const [settled, tasks, ...rest] = drafts(past, findings("minor", "blocking"));
    expect(settled).toEqual(accepted);
    expect(tasks).toMatchObject({
      type: "tasks.planned",
      from: "a9",
      tasks: [planned("t2"), planned("t1"), { id: "t3", done: [expect.stringContaining("It rounds.")] }],
    });
    expect(rest).toEqual([given("t3", "ada")]);
  });
});

test("another artifact is accepted, and that is all", () => {
  expect(drafts(Past.opened().reaches("refinement"), { kind: "scope", body: scope })).toEqual([accepted]);
});
