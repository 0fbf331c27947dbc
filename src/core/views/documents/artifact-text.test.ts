import { expect, test } from "vitest";
import { planned, scope } from "../../../../test/support/plans.ts";
import { approachText, briefText, planText, scopeText } from "./artifact-text.ts";

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
