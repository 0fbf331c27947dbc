import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { haltedSince, isKnownTrouble } from "./same-trouble.ts";

const long = "x".repeat(60);

/** Two tasks that their authors cannot go on with. */
function blocked(first: string, second: string, kind: "environment" | "prerequisite" = "environment"): Past {
  const past = Past.opened().reaches(
    "implementation",
    ["t1", "t2", "t3", "t4"].map((id) => planned(id)),
  );
  for (const [id, feedback] of [
    ["t1", first],
    ["t2", second],
  ] as const) {
    for (const trigger of ["dispatched", "ready"] as const) past.moves(id, trigger);
    past.moves(id, "blocked", feedback, { feedback, origin: "CODING", blocked: kind });
  }
  return past;
}

const dispatched = (past: Past) =>
  past.decided().steps.flatMap((step) => (step.kind === "dispatch" ? [step.task] : []));

test.each<[what: string, past: Past, shared: boolean]>([
  ["the same words", blocked("no docker", "no docker"), true],
  ["the same beginning", blocked(`${long} in t1`, `${long} in t2`), true],
  ["other words", blocked("no docker", "no database"), false],
  ["the same words about something else", blocked("no key", "no key", "prerequisite"), false],
])("%s in two tasks", (_, past, shared) => {
  const { t2 } = past.state.tasks;
  expect(t2 && isKnownTrouble(past.state, t2)).toBe(shared);
  expect(haltedSince(past.state)).toBe(shared ? t2?.movedAt : undefined);
  // The engineer of t1 was free before t2 stopped.
  expect(dispatched(past)).toEqual(shared ? ["t3"] : ["t3", "t4"]);
});

test("what was met in an earlier attempt counts, and nothing that could be given out before is held back", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  const carried = { feedback: "no docker", origin: "CODING", blocked: "environment" } as const;
  for (const id of ["t1", "t2"])
    for (const trigger of ["dispatched", "ready"] as const) past.moves(id, trigger);
  past.moves("t1", "blocked", "no docker", carried);
  past.moves("t1", "requeued", "no docker", { attempt: 2 });
  const before = dispatched(past);
  expect(before.length).toBeGreaterThan(0);
  past.moves("t2", "blocked", "no docker", carried);
  expect(haltedSince(past.state)).toBe(past.state.tasks.t2?.movedAt);
  expect(dispatched(past)).toEqual(before);
});
