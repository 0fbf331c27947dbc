import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, withoutArchitect } from "../../../../test/support/plans.ts";
import { asksAbout, waitingCases } from "../../../../test/support/waiting.ts";
import { inboxOf } from "../inbox/inbox.ts";
import type { Escalation } from "./escalation.ts";

function only(past: Past): Escalation {
  const [item, ...more] = inboxOf(past.state, past.now);
  expect(more).toEqual([]);
  return item?.escalation as Escalation; // every case waits for something
}

const coding = { task: "t1", state: "CODING", seat: "ada" } as const;
const failed = "The checks failed: failed";

/** Of every case in which something waits: its kind, where it comes from, and what was tried before. */
const expected: Readonly<Record<string, readonly [Escalation["kind"], Escalation["origin"], ...string[]]>> = {
  question: ["clarify", { seat: "coach" }],
  approval: ["approval", coding],
  accept: ["plan-approval", {}],
  stuck: ["blocked", {}, "It was tried once: it broke"],
  budget: ["money", {}],
  window: ["blocked", { seat: "ada" }],
  provider: ["provider", { seat: "ada" }, "Slow down."],
  limit: ["clarify", {}],
  size: ["plan-approval", {}],
  assign: ["plan-approval", {}],
  baseline: ["blocked", {}],
  layer: ["approval", {}],
  split: ["plan-approval", { task: "t1", state: "SETUP", seat: "ada" }],
  ship: ["approval", {}],
  task: ["budget-review", coding, failed, failed, "The checks failed: the checks fail, again"],
  "task, rounds": ["budget-review", coding, failed, failed, "The checks failed: the checks fail, again"],
  "task, requests": ["budget-review", coding, "no result in 24 requests"],
  "task, failed": ["requeue", { ...coding, state: "FAILED" }, "two replies in a row used no tool"],
  "task, verdict": ["budget-review", { ...coding, state: "CODE_REVIEW" }, "no result in 10 requests"],
  "task, held": ["blocked", { ...coding, state: "HELD" }],
  "task, check": ["blocked", { ...coding, state: "TESTING" }, "pnpm: not found"],
  "task, dependency": ["blocked", { task: "t2", state: "WAITING", seat: "bo" }],
  "task, unanswered": ["clarify", coding, "Which port?"],
  "task, environment": ["blocked", coding, "This is attempt 2.", "why"],
  "task, prerequisite": ["blocked", coding, "why"],
  "task, invalid-task": ["blocked", coding, "why"],
  "question, task": ["clarify", coding],
  "question, passed": ["clarify", coding, "architect cannot answer: It is about money."],
};

test.each(waitingCases)("$name has the one shape", ({ name, past }) => {
  const made = past();
  const escalation = only(made);
  const [kind, origin, ...tried] = expected[name] ?? [];
  expect(escalation).toMatchObject({ kind, origin, tried, since: expect.any(Number) });
  expect(escalation.needed).toBe(inboxOf(made.state, made.now)[0]?.title);
});

test("a deadline stands in it", () => {
  const dueAt = "2026-01-05T12:00:00.000Z";
  expect(only(asksAbout({ dueAt }))).toMatchObject({ due: dueAt });
  expect(only(asksAbout())).not.toHaveProperty("due");
});

test("a task that comes back because of conflicts is one", () => {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready", "done", "passed", "approved"] as const)
    past.moves("t1", trigger);
  past.moves("t1", "limit", "again", { origin: "SETUP", returned: "conflict", feedback: "both edit a.ts" });
  expect(only(past)).toMatchObject({
    kind: "conflict",
    tried: ["It conflicted with what had landed: both edit a.ts"],
  });
});
