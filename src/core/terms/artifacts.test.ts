import { describe, expect, test } from "vitest";
import { planned, scope, team } from "../../../test/support/plans.ts";
import { acceptArtifact } from "../rules/accept-artifact.ts";
import { emptyState } from "../state/state.ts";
import { artifactFaults, artifactSchema, scopeSchema, tasksSchema } from "./artifacts.ts";
import { artifactKinds } from "./phase.ts";

const plan = { tasks: [planned("t1"), planned("t2", "t1")] };

describe("an artifact that fits its schema can still be wrong", () => {
  test.each<[what: string, ...Parameters<typeof artifactFaults>, faults: string[]]>([
    ["a sound scope", { kind: "scope", body: scope }, {}, []],
    [
      "a requirement id given twice",
      {
        kind: "scope",
        body: { ...scope, requirements: [1, 2, 3].flatMap(() => scope.requirements) },
      },
      {},
      ["Two requirements have the id r1."],
    ],
    ["a sound plan", { kind: "tasks", body: plan }, { scope }, []],
    [
      "a plan that meets what nobody asked for, and not what was asked for",
      { kind: "tasks", body: { tasks: [{ ...planned("t1"), requirements: ["r7"] }] } },
      { scope },
      ["There is no requirement r7 in the scope.", "No task meets requirement r1."],
    ],
    [
      "a plan whose graph is not sound",
      { kind: "tasks", body: { tasks: [planned("t1", "t2"), planned("t2", "t1"), planned("t3", "t8")] } },
      { scope },
      [
        "Task t3 depends on t8, which does not exist.",
        "Tasks depend on each other in a circle: t1 → t2 → t1. Break it somewhere.",
      ],
    ],
    [
      "a task id given twice",
      { kind: "tasks", body: { tasks: [planned("t1"), planned("t1")] } },
      { scope },
      ["Two tasks have the id t1. Give each its own."],
    ],
    [
      "a plan without a scope",
      { kind: "tasks", body: plan },
      {},
      ["There is no requirement r1 in the scope."],
    ],
    [
      "approaches that leave a task out, name one twice and one that is not planned",
      {
        kind: "approach",
        body: { tasks: ["t1", "t1", "t9"].map((id) => ({ id, approach: "so", interfaces: [] })) },
      },
      { plan },
      ["Two approaches have the id t1.", "There is no task t9.", "Task t2 has no approach."],
    ],
    [
      "no approach for a task that nobody builds any more",
      { kind: "approach", body: { tasks: [{ id: "t1", approach: "so", interfaces: [] }] } },
      { plan, over: ["t2"] },
      [],
    ],
    ["findings without any", { kind: "findings", body: { summary: "None.", findings: [] } }, { plan }, []],
    [
      "a finding on a task that was not planned",
      {
        kind: "findings",
        body: { summary: "One.", findings: [{ task: "t9", severity: "minor", text: "odd" }] },
      },
      { plan },
      ["There is no task t9."],
    ],
    [
      "a finding on a task that came from a review",
      {
        kind: "findings",
        body: { summary: "One.", findings: [{ task: "t9", severity: "minor", text: "odd" }] },
      },
      { plan, tasks: ["t9"] },
      [],
    ],
  ])("%s", (_, artifact, basis, faults) => {
    expect(artifactFaults(artifact, basis)).toEqual(faults);
  });
});

describe("what no schema lets through", () => {
  test("documents that drown their requirements", () => {
    const many = Array.from({ length: 41 }, (_, index) => ({ ...scope.requirements[0], id: `r${index}` }));
    expect(scopeSchema.safeParse({ ...scope, requirements: many }).success).toBe(false);
    expect(scopeSchema.safeParse({ ...scope, summary: "x".repeat(601) }).success).toBe(false);
    expect(
      tasksSchema.safeParse({ tasks: Array.from({ length: 61 }, (_, i) => planned(`t${i}`)) }).success,
    ).toBe(false);
  });

  test("nothing at all, and ids that are not ids", () => {
    for (const kind of artifactKinds)
      expect(artifactSchema.safeParse({ kind, body: {} }).success, kind).toBe(false);
    expect(scopeSchema.safeParse({ ...scope, requirements: [] }).success).toBe(false);
    expect(tasksSchema.safeParse({ tasks: [] }).success).toBe(false);
    for (const id of ["T1", "t", "t1 ", "../t1", "t1234", "__proto__"])
      expect(tasksSchema.safeParse({ tasks: [planned(id)] }).success).toBe(false);
  });
});

describe("accepting", () => {
  const at = { ...emptyState, session: { ...emptyState.session, seats: team } };

  test("a scope settles it, and says who did", () => {
    expect(acceptArtifact("human", "a7", { kind: "scope", body: scope }, at)).toEqual([
      {
        actor: "human",
        event: { type: "artifact.settled", artifact: "a7", verdict: "accepted", reasons: [] },
      },
    ]);
  });

  test("a plan makes its tasks and gives each an engineer, by the harness", () => {
    const drafts = acceptArtifact("human", "a9", { kind: "tasks", body: plan }, at);
    expect(drafts.map(({ actor, event }) => [actor, event.type])).toEqual([
      ["human", "artifact.settled"],
      ["harness", "tasks.planned"],
      ["harness", "task.assigned"],
      ["harness", "task.assigned"],
    ]);
    expect(drafts[1]?.event).toEqual({ type: "tasks.planned", tasks: plan.tasks, from: "a9" });
  });
});

test("10.41: a plan has one task at the least and sixty at the most", () => {
  const plan = (count: number) =>
    tasksSchema.safeParse({ tasks: Array.from({ length: count }, (_, index) => planned(`t${index + 1}`)) })
      .success;
  expect([0, 1, 60, 61].map(plan)).toEqual([false, true, true, false]);
});

test("lists and lines have limits that every kind keeps", () => {
  const brief = { title: "T", brief: "B", findings: [], openQuestions: [], outOfScope: [] };
  const [requirement] = scope.requirements;
  const many = (count: number) => Array.from({ length: count }, () => "x");
  const fits = (kind: string, body: object) => artifactSchema.safeParse({ kind, body }).success;
  const limits: readonly [string, number, (count: number) => object][] = [
    ["brief", 40, (count) => ({ ...brief, findings: many(count) })],
    ["brief", 40, (count) => ({ ...brief, openQuestions: many(count) })],
    ["brief", 40, (count) => ({ ...brief, outOfScope: many(count) })],
    ["brief", 4_000, (count) => ({ ...brief, brief: "x".repeat(count) })],
    ["brief", 120, (count) => ({ ...brief, title: "x".repeat(count) })],
    ["scope", 600, (count) => ({ ...scope, summary: "x".repeat(count) })],
    ["scope", 40, (count) => ({ ...scope, requirements: many(count).map(() => requirement) })],
    ["tasks", 60, (count) => ({ tasks: many(count).map(() => planned("t1")) })],
  ];
  for (const [kind, most, body] of limits)
    expect([kind, most, fits(kind, body(most)), fits(kind, body(most + 1))]).toEqual([
      kind,
      most,
      true,
      false,
    ]);
  const least: readonly [string, object][] = [
    ["brief", { ...brief, brief: "" }],
    ["brief", { ...brief, title: "" }],
    ["scope", { ...scope, summary: "" }],
    ["scope", { ...scope, requirements: [] }],
    ["scope", { ...scope, requirements: [{ ...requirement, accepted: [] }] }],
    ["tasks", { tasks: [] }],
    ["tasks", { tasks: [{ ...planned("t1"), done: [] }] }],
    ["approach", { tasks: [] }],
  ];
  expect(fits("approach", { tasks: [{ id: "t1" }] })).toBe(true);
  for (const [kind, body] of least) expect([kind, body, fits(kind, body)]).toEqual([kind, body, false]);
});
