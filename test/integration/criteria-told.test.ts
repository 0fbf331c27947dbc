import { expect, test } from "vitest";
import { boardLines } from "../../src/cli/print/board-lines.ts";
import type { EventOf } from "../../src/core/facts/events.ts";
import { criteriaWords } from "../../src/core/rules/review/criteria-words.ts";
import { boardOf } from "../../src/core/views/plan/board.ts";
import { storyOf } from "../../src/core/views/story/story.ts";
import { Past } from "../support/past.ts";
import { planned } from "../support/plans.ts";

const criteria = [
  { id: "r1.1", met: "yes" as const, evidence: ["check unit"] },
  { id: "r1.2", met: "unverified" as const, evidence: [], why: "t2 prints" },
  { id: "r2.1", met: "no" as const, evidence: [] },
];

test("story and board tell which criteria are met", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const trigger of ["dispatched", "ready", "done", "passed"] as const) past.moves("t1", trigger);
  const before = past.state;
  const given: EventOf<"review.given"> = {
    type: "review.given",
    task: "t1",
    seat: "bo",
    commit: "c",
    verdict: "changes",
    feedback: "No.",
    criteria,
  };
  const fact = past.add("bo", given);
  expect(storyOf(fact, before, past.state)[0]?.rows).toEqual([
    "criteria: met r1.1; not met r2.1; not seen r1.2",
  ]);
  expect(boardOf(past.state).map((row) => row.criteria)).toEqual([{ met: 1, of: 3 }, undefined]);
  expect(boardLines(boardOf(past.state))[0]).toMatch(/ \(1 of 3 criteria met\)$/);
  past.add("bo", { ...given, criteria: criteria.slice(0, 1) });
  expect(boardLines(boardOf(past.state))[0]).not.toContain("criteria");
  expect(criteriaWords([])).toBe("");
});
