import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { numbersOf } from "./numbers.ts";

test("everything is counted in the events, and pauses between runs are not work", () => {
  const past = Past.opened();
  past.runs();
  past.turn("turn/refinement.1/1", "ada");
  const before = past.facts.length;
  past.harness({ type: "runner.stopped", why: "stopped by you" });
  const away = past.runs();
  const facts = past.facts.map((fact) =>
    fact.seq >= away.seq ? { ...fact, at: "2026-01-02T00:00:00.000Z" } : fact,
  );
  expect(numbersOf(facts)).toEqual({
    requests: 1,
    decisions: 0,
    tasks: 0,
    tests: 0,
    commits: 0,
    // One second per fact, less the second before the first runner, when nobody worked.
    seconds: before - 1,
  });
});

test("tests are those of the last landing, commits are counted once", () => {
  const past = Past.opened().reaches("implementation");
  const checks = (passed: number, why: "testing" | "landing") =>
    past.harness({
      type: "checks.finished",
      task: "t1",
      commit: "c",
      why,
      passed: true,
      results: [{ name: "tests", command: "t", exit: 0, ms: 1, counts: { passed, failed: 0 }, blob: "b" }],
      sandboxed: false,
    });
  checks(3, "landing");
  checks(7, "landing");
  checks(99, "testing");
  for (const commit of ["c1", "c1", "c2"])
    past.harness({ type: "effect.settled", effect: "e1", failed: false, text: "", commit });
  expect(numbersOf(past.facts)).toMatchObject({ tests: 7, commits: 2 });
});

test("a task counts once it has landed or was done already", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  const ways = {
    t1: ["dispatched", "ready", "satisfied", "satisfied"],
    t2: ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
    t3: ["dispatched", "ready"],
  } as const;
  for (const [task, way] of Object.entries(ways)) for (const trigger of way) past.moves(task, trigger);
  expect(numbersOf(past.facts).tasks).toBe(2);
});
