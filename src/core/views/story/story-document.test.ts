import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import { storyOf } from "./story.ts";

type Submitted = EventOf<"artifact.submitted">;

const submission = { type: "artifact.submitted", phase: "refinement", visit: 1, version: 1 } as const;
const scoped: Submitted = { ...submission, kind: "scope", body: scope };
const agreed: Submitted = {
  ...submission,
  kind: "approach",
  body: {
    tasks: [
      { id: "t1", approach: "a table", interfaces: [] },
      { id: "t2", interfaces: ["f()"] },
    ],
  },
};

/** How a document is told in a session of this pace. */
function told(event: Submitted, actor = "coach", pace: "careful" | "normal" | "auto" = "normal") {
  const past = Past.opened({ policy: { pace } }).reaches("refinement");
  const before = past.state;
  return storyOf(past.add(actor, event), before, past.state)[0];
}

describe("whether a document waits for your yes", () => {
  test.each([
    ["a scope", scoped, "coach", "normal", true],
    ["a scope at your own hand", scoped, "human", "normal", false],
    ["a scope at pace auto", scoped, "coach", "auto", false],
    ["an approach", agreed, "coach", "normal", false],
    ["an approach at pace careful", agreed, "coach", "careful", true],
  ] as const)("%s", (_, event, actor, pace, waits) => {
    expect(told(event, actor, pace)?.artifact).toEqual({ kind: event.kind, waits });
  });
});

describe("the words of a document", () => {
  test("only a later version is numbered", () => {
    expect(told(scoped)?.text).toBe("The scope: One thing.");
    expect(told({ ...scoped, version: 2 })?.text).toBe("The scope: One thing. (version 2)");
  });

  test("a scope has its requirements, then what is open, assumed and left out", () => {
    const body = { ...scope, openQuestions: ["Q?"], assumptions: ["A"], outOfScope: ["N"] };
    expect(told({ ...scoped, body } as Submitted)?.rows).toEqual([
      "r1  it works",
      "    - a test says so",
      "open: Q?",
      "assumed: A",
      "out of scope: N",
    ]);
  });

  test("an approach has a row for each task", () => {
    const line = told(agreed);
    expect(line?.text).toBe("The approach");
    expect(line?.rows).toEqual(["t1  a table", "t2  as planned"]);
    expect(line).not.toHaveProperty("graph");
  });

  test("an approach that waits for a yes has the interfaces, too", () => {
    expect(told(agreed, "coach", "careful")?.rows).toEqual([
      "t1  a table",
      "t2  as planned",
      "    - interface: f()",
    ]);
  });

  test("a review has its summary in front and a row for each finding", () => {
    const findings = [
      { task: "t1", severity: "minor" as const, text: "slow" },
      { task: "t2", severity: "blocking" as const, file: "a.js", text: "wrong" },
    ];
    const line = told({ ...submission, kind: "findings", body: { summary: "Two things.", findings } });
    expect(line?.text).toBe("The review: Two things.");
    expect(line?.rows).toEqual(["minor, t1: slow", "blocking, t2 a.js: wrong"]);
  });

  test("a plan warns of tasks that edit the same file, below its graph", () => {
    const tasks = ["t1", "t2"].map((id) => ({ ...planned(id), files: ["a.js"] }));
    const line = told({ ...submission, kind: "tasks", body: { tasks } });
    expect(line?.text).toBe("The plan: 2 tasks in 1 layer");
    expect(line?.graph?.map(({ id }) => id)).toEqual(["t1", "t2"]);
    expect(line?.rows.at(-1)).toMatch(/^Warning: t1, t2 may be built/);
  });

  const how = {
    approach: "a table",
    avoid: ["no cache"],
    done: ["2 is 4"],
    checks: ["npm test"],
    files: ["a.js", "b.js"],
  };
  const task = { ...planned("t1"), ...how, decisions: ["d7"], requirements: ["r1"] };
  test.each<[string, Submitted, readonly string[]]>([
    ["a plan", { ...submission, kind: "tasks", body: { tasks: [task] } }, []],
    [
      "an agreement",
      { ...submission, kind: "agreement", body: { scope, tasks: [{ ...task, interfaces: ["f()", "g()"] }] } },
      ["    - interface: f()", "    - interface: g()"],
    ],
  ])("%s that waits for a yes is told whole, as its schema has it", (_, submitted, interfaces) => {
    const { rows = [] } = told(submitted) ?? {};
    const from = rows.findIndex((row) => row.startsWith("t1  "));
    expect(rows.slice(from)).toEqual([
      `t1  ${task.title}`,
      "    - meets: r1",
      "    - how: a table",
      ...interfaces,
      "    - not: no cache",
      "    - done when: 2 is 4",
      "    - shown by: npm test",
      "    - decisions: d7",
      "    - files: a.js, b.js",
    ]);
  });
});

test("what is different is told only with the version in which it is", () => {
  const past = Past.opened().reaches("refinement");
  const settled = { type: "artifact.settled", verdict: "returned", reasons: [] } as const;
  const first = past.submits("scope", scope);
  past.human({ ...settled, artifact: first, reasons: [] });
  past.submits("scope", { ...scope, summary: "Less." }, 2);
  const rows = past.facts
    .filter(({ event }) => event.type === "artifact.submitted")
    .map((fact) => storyOf(fact, past.state, past.state)[0]?.rows.slice(2));
  expect(rows).toEqual([[], ["Changed since version 1, which was sent back:", "- summary: Less."]]);
});

test("a verdict names the document it is about, among several", () => {
  const past = Past.opened().reaches("planning");
  const scopeId = past.state.artifacts.scope?.id ?? "";
  const planId = past.submits("tasks", { tasks: [planned("t1")] });
  const texts = [scopeId, planId, "a999"].map((artifact) => {
    const event = { type: "artifact.settled", artifact, verdict: "returned", reasons: [] } as const;
    const before = past.state;
    return storyOf(past.human({ ...event, reasons: [] }), before, past.state)[0]?.text;
  });
  expect(texts).toEqual(["the scope goes back", "the plan goes back", "the document goes back"]);
});
