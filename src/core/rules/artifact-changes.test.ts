import { describe, expect, test } from "vitest";
import type { Artifact, ArtifactOf, Findings, Scope, TaskPlan } from "../terms/artifacts.ts";
import type { ArtifactKind } from "../terms/phase.ts";
import { artifactChanges } from "./artifact-changes.ts";

const scope: Scope = {
  summary: "A calculator.",
  requirements: [
    { id: "r1", text: "It adds.", accepted: ["1 + 1 is 2"] },
    { id: "r2", text: "It subtracts.", accepted: ["2 - 1 is 1"] },
  ],
  openQuestions: ["Brackets?"],
  assumptions: [],
  outOfScope: [],
};

const plan: TaskPlan = {
  tasks: [
    {
      id: "t1",
      title: "Parse",
      requirements: ["r1"],
      approach: "By hand.",
      avoid: [],
      done: ["parses"],
      files: ["parse.js"],
      dependsOn: [],
    },
    {
      id: "t2",
      title: "Add",
      requirements: ["r2"],
      approach: "Plainly.",
      avoid: [],
      done: ["adds"],
      files: [],
      dependsOn: ["t1"],
    },
  ],
};

const [parse, add] = plan.tasks as [TaskPlan["tasks"][number], TaskPlan["tasks"][number]];

describe("scope", () => {
  test("equal bodies differ in nothing", () => {
    expect(changes("scope", scope, structuredClone(scope))).toEqual([]);
  });

  test("what came, what went and what is worded differently", () => {
    const after: Scope = {
      ...scope,
      summary: "A small calculator.",
      requirements: [
        { id: "r1", text: "It adds whole numbers.", accepted: ["1 + 1 is 2", "2 + 2 is 4"] },
        { id: "r3", text: "It multiplies.", accepted: ["2 * 3 is 6"] },
      ],
      openQuestions: [],
      outOfScope: ["brackets"],
    };
    expect(changes("scope", scope, after)).toEqual([
      "summary: A small calculator.",
      "added r3: It multiplies.",
      "removed r2: It subtracts.",
      "changed r1: text: It adds whole numbers.",
      "changed r1: added accepted when: 2 + 2 is 4",
      "removed open question: Brackets?",
      "added out of scope: brackets",
    ]);
  });
});

describe("tasks", () => {
  test("every field that differs is named, with its new value", () => {
    const after = { tasks: [parse, { ...add, approach: "With BigInt.", dependsOn: [], files: ["add.js"] }] };
    expect(changes("tasks", plan, after)).toEqual([
      "changed t2: approach: With BigInt.",
      "changed t2: files: add.js",
      "changed t2: after: nothing",
    ]);
  });

  test("each field has its word", () => {
    const other = { title: "Sum", requirements: ["r1", "r2"], avoid: ["floats"], done: ["sums"] };
    expect(changes("tasks", plan, { tasks: [parse, { ...add, ...other }] })).toEqual([
      "changed t2: title: Sum",
      "changed t2: meets: r1, r2",
      "changed t2: added not to do: floats",
      "changed t2: added done when: sums",
      "changed t2: removed done when: adds",
    ]);
  });

  test("lines of a list in another order are told once", () => {
    const two = { ...scope, assumptions: ["a", "b"], outOfScope: ["c", "d"] };
    expect(changes("scope", two, { ...two, assumptions: ["b", "a"] })).toEqual([
      "assumption: in another order",
    ]);
    expect(changes("scope", two, { ...two, assumptions: ["b"] })).toEqual(["removed assumption: a"]);
    expect(changes("scope", two, structuredClone(two))).toEqual([]);
  });

  test("another order is told, and a task that came in front is not one", () => {
    expect(changes("tasks", plan, { tasks: [add, parse] })).toEqual(["in another order: t2, t1"]);
    const before = { tasks: [{ ...add, dependsOn: [] }] };
    expect(changes("tasks", before, { tasks: [parse, { ...add, dependsOn: [] }] })).toEqual([
      "added t1: Parse",
    ]);
  });
});

test("an approach is told by its task", () => {
  const before = { tasks: [{ id: "t1", approach: "By hand.", interfaces: [] }] };
  const after = {
    tasks: [
      { id: "t1", approach: "By hand.", interfaces: ["parse(text)"] },
      { id: "t2", approach: "Plainly.", interfaces: [] },
    ],
  };
  expect(changes("approach", before, after)).toEqual([
    "added t2: Plainly.",
    "changed t1: added interface: parse(text)",
  ]);
});

test("a finding that changed is one that went and one that came", () => {
  const before: Findings = {
    summary: "Fine.",
    findings: [{ task: "t1", severity: "minor", file: "a.js", line: 3, text: "Slow." }],
  };
  const after: Findings = {
    summary: "Fine.",
    findings: [{ task: "t1", severity: "blocking", text: "Slow." }],
  };
  expect(changes("findings", before, after)).toEqual([
    "added finding: blocking, t1: Slow.",
    "removed finding: minor, t1 a.js:3: Slow.",
  ]);
});

test("what comes in place of nothing, or of another kind, was written anew", () => {
  expect(artifactChanges(undefined, { kind: "scope", body: scope })).toEqual(["written anew"]);
  expect(artifactChanges({ kind: "tasks", body: plan }, { kind: "scope", body: scope })).toEqual([
    "written anew",
  ]);
});

test("what a schema allows today does not change what an old body is told to have become", () => {
  const long = { ...scope, summary: "A calculator. ".repeat(100) };
  expect(changes("scope", long, scope)).toEqual(["summary: A calculator."]);
});

test("an approach that is the plan's is told as that", () => {
  const before = { tasks: [{ id: "t1", approach: "By hand.", interfaces: [] }] };
  expect(changes("approach", before, { tasks: [{ id: "t1", interfaces: [] }] })).toEqual([
    "changed t1: approach: as planned",
  ]);
});

test("the summary of findings counts, too", () => {
  const before: Findings = { summary: "Fine.", findings: [] };
  expect(changes("findings", before, { ...before, summary: "Good." })).toEqual(["summary: Good."]);
});

test("a brief is told as a whole", () => {
  const brief = { title: "T", brief: "B.", findings: ["F."], openQuestions: [], outOfScope: [] };
  expect(changes("brief", brief, structuredClone(brief))).toEqual([]);
  expect(changes("brief", brief, { ...brief, title: "Another" })).toEqual(["written anew"]);
});

function changes<K extends ArtifactKind>(
  kind: K,
  before: ArtifactOf<K>["body"],
  after: ArtifactOf<K>["body"],
): readonly string[] {
  const as = (body: ArtifactOf<K>["body"]) => ({ kind, body }) as Artifact; // the signature says so
  return artifactChanges(as(before), as(after));
}
