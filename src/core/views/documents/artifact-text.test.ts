import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import {
  approachLines,
  approachText,
  artifactText,
  briefText,
  planText,
  scopeText,
} from "./artifact-text.ts";

test("artifacts in words leave out what is empty", () => {
  expect(scopeText({ ...scope, assumptions: ["whole numbers"], outOfScope: ["roots"] })).toBe(
    "# Scope\n  One thing.\n## Requirements, and what shows that they hold\n- r1: it works\n  - a test says so\n## Assumptions\n- whole numbers\n## Out of scope\n- roots",
  );
  expect(planText({ tasks: [{ ...planned("t1"), avoid: ["eval"], files: ["a.js"] }] })).toBe(
    "# Tasks\n- t1: Build t1\n  - meets: r1\n  - approach: the plain way\n  - not: eval\n  - done when: a test says so\n  - files: a.js",
  );
  expect(approachText({ tasks: [{ id: "t1", approach: "so", interfaces: ["f(x)"] }] })).toBe(
    "# Agreed approaches\n- t1: so\n  - f(x)",
  );
  expect(approachText({ tasks: [{ id: "t1", interfaces: [] }] })).toBe(
    "# Agreed approaches\n- t1: as planned",
  );
});

test("open questions and what is out of scope are told, and empty fields are not", () => {
  expect(scopeText({ ...scope, openQuestions: ["Which?"] })).toContain("\n## Open questions\n- Which?");
  expect(
    briefText({ title: "T", brief: "B", findings: ["F"], openQuestions: ["Q"], outOfScope: ["N"] }),
  ).toBe("# T\nB\n## Found out\n- F\n## Open questions\n- Q\n## Out of scope\n- N");
  const bare = { ...planned("t1", "t0"), requirements: [], done: [] };
  expect(planText({ tasks: [bare] })).toBe("# Tasks\n- t1: Build t1 (after t0)\n  - approach: the plain way");
});

test("an empty scope has only its summary and its requirements", () => {
  expect(scopeText(scope).split("\n")).toEqual([
    "# Scope",
    "  One thing.",
    "## Requirements, and what shows that they hold",
    "- r1: it works",
    "  - a test says so",
  ]);
});

test("a review in words has a line for each finding", () => {
  const findings = ["slow", "wrong"].map((text) => ({ task: "t1", severity: "minor" as const, text }));
  expect(artifactText({ kind: "findings", body: { summary: "Two.", findings } })).toBe(
    "# Review\n  Two.\n- minor, t1: slow\n- minor, t1: wrong",
  );
});

test("lines of a text stay below the point that they belong to", () => {
  const task = {
    ...planned("t1"),
    approach: "one\ntwo",
    avoid: ["a\nb"],
    done: ["c\nd"],
    files: ["x\ny", "z"],
  };
  expect(
    planText({ tasks: [task] })
      .split("\n")
      .slice(3),
  ).toEqual([
    "  - approach: one",
    "  two",
    "  - not: a",
    "  b",
    "  - done when: c",
    "  d",
    "  - files: x y, z",
  ]);
});

test("with the session, a plan says who has each task, what has landed, and what was agreed on later", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.lands("t1");
  const approach = {
    tasks: [
      { id: "t2", approach: "a table", interfaces: ["f()", "g()"] },
      { id: "t1", interfaces: [] },
    ],
  };
  const accepted = { ...past.state.accepted.approach, kind: "approach", body: approach };
  const state = { ...past.state, accepted: { ...past.state.accepted, approach: accepted } } as Past["state"]; // another body
  const lines = planText({ tasks: [planned("t1"), planned("t2", "t1"), planned("t3", "t1", "t2")] }, state);
  expect(lines.split("\n").filter((line) => !/meets|done when/.test(line))).toEqual([
    "# Tasks",
    "- t1: Build t1, ada, landed",
    "  - approach: the plain way",
    "- t2: Build t2 (after t1), bo",
    "  - approach: a table",
    "  - interface: f()",
    "  - interface: g()",
    "- t3: Build t3 (after t1, t2)",
    "  - approach: the plain way",
  ]);
  expect(approachLines(planned("t2"))).toEqual(["approach: the plain way"]);
});
