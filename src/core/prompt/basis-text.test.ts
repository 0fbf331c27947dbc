import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import { basisText } from "./basis-text.ts";

describe("what a phase starts from", () => {
  test("is the brief at first", () => {
    expect(basisText(Past.opened().state)).toBe("# The brief\n  Twice\n  A function that doubles a number.");
  });

  test("in an exploration that is taken up again, is what it has come to", () => {
    const past = Past.opened({ policy: { phases: ["exploration"] } });
    past.enters("exploration");
    const body = { title: "T", brief: "B.", findings: ["F."], openQuestions: ["Q?"], outOfScope: [] };
    const id = past.submits("brief", body);
    expect(basisText(past.state)).not.toContain("B.");
    past.accepts(id);
    expect(basisText(past.state)).toContain(
      "# What this exploration has come to so far\n  T\n  B.\n  ## Found out\n  - F.\n  ## Open questions\n  - Q?",
    );
  });

  test("is accepted artifacts and decisions later, and never chatter", () => {
    const past = Past.opened();
    past.says("ada", "chatter");
    past.reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    past.add("ada", {
      type: "decision.recorded",
      topic: "Numbers",
      decision: "Floats.",
      reason: "they are there.",
      proposed: "ada",
      agreed: ["bo"],
      dissents: [],
    });
    const text = basisText(past.state);
    expect(text).toContain(
      "# Scope\n  One thing.\n## Requirements, and what shows that they hold\n- r1: it works\n  - a test says so",
    );
    expect(text).toContain("- t2: Build t2 (after t1), bo\n  - meets: r1");
    expect(text).toMatch(
      /^- d\d+ \(proposed by ada; agreed: bo\): Numbers: Floats\. Because they are there\.$/m,
    );
    expect(text).not.toContain("chatter");
  });

  test("holds nothing that waits to be accepted or was sent back", () => {
    const past = Past.opened();
    past.enters("refinement");
    const id = past.submits("scope", scope);
    expect(basisText(past.state)).not.toContain("# Scope");
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["no"] });
    expect(basisText(past.state)).not.toContain("# Scope");
    past.accepts(past.submits("scope", scope, 2));
    expect(basisText(past.state)).toContain("# Scope");
  });

  test("keeps the newest accepted version while later ones wait or are sent back", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.accepts(past.submits("scope", scope));
    past.accepts(past.submits("scope", { ...scope, summary: "The agreed one." }, 2));
    for (const version of [3, 4]) {
      const id = past.submits("scope", { ...scope, summary: "A worse one." }, version);
      expect(basisText(past.state)).toContain("# Scope\n  The agreed one.");
      past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["no"] });
      expect(basisText(past.state)).toContain("# Scope\n  The agreed one.");
    }
    expect(past.state.accepted.scope?.version).toBe(2);
  });
});

test("after a review that found something, tasks made from it and the findings are part of it", () => {
  const past = Past.opened().reaches("code-review");
  const finding = { task: "t1", severity: "blocking" as const, text: "It loses a digit." };
  past.signals();
  past.accepts(past.submits("findings", { summary: "One thing.", findings: [finding] }));
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a9" });
  past.add("coach", { type: "point.deferred", topic: "Roots", why: "nobody needs them" });
  const text = basisText(past.state);
  expect(text).toContain("# Review\n  One thing.\n- blocking, t1: It loses a digit.");
  expect(text).toContain("- t2: Build t2");
  expect(text).toContain("# Put off\n- Roots: nobody needs them");
});
