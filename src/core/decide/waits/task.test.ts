import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { taskWaits } from "./task.ts";

/** A task that came back too often, and one that builds on it. */
function limited(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
  for (const trigger of ["dispatched", "ready", "limit"] as const) past.moves("t1", trigger);
  return past;
}

describe("10.41: a task that needs a person", () => {
  test("waits for one, with those who could take it and what builds on it", () => {
    expect(taskWaits(limited().state)).toMatchObject([
      { kind: "task", task: "t1", owner: "ada", others: ["bo"], dependents: ["t2"] },
    ]);
  });

  test.each<[string, (past: Past) => void]>([
    ["when the team is in another phase", (past) => past.enters("planning")],
    [
      "when a person has asked for another phase",
      (past) => past.human({ type: "phase.requested", phase: "planning", why: "" }),
    ],
    ["when it is being cancelled", (past) => past.human({ type: "cancel.requested", task: "t1" })],
  ])("does not wait %s", (_, happens) => {
    const past = limited();
    happens(past);
    expect(taskWaits(past.state)).toEqual([]);
  });
});
