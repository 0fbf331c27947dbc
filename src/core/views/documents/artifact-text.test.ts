import { expect, test } from "vitest";
import { planned, scope } from "../../../../test/support/plans.ts";
import { approachText, planText, scopeText } from "./artifact-text.ts";

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
