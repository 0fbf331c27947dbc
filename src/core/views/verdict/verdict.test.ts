import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { reviewed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import { waitingCases } from "../../../../test/support/waiting.ts";
import { openBook } from "../cost/attempts.ts";
import { openPastFacts } from "../trace/past-facts.ts";
import { traceOf } from "../trace/trace.ts";
import type { Ended } from "./run-exit.ts";
import { type Verdict, verdictOf } from "./verdict.ts";
import { verdictJsonSchema } from "./verdict-schema.ts";

const published = JSON.parse(readFileSync("docs/verdict.schema.json", "utf8")) as Schema;

test("the published schema is current; node scripts/schemas.mjs writes it", () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(verdictJsonSchema())));
});

/** As a script reads it. */
function verdict(past: Past, ended: Ended = { kind: "waiting", why: "one thing waits for you" }): Verdict {
  const [book, facts] = [openBook(), openPastFacts()];
  for (const fact of past.facts) {
    book.add(fact);
    facts.add(fact);
  }
  const trace = traceOf(past.state, facts.all());
  const around = { session: "twice", ended, trace, lines: book.lines(), now: past.now };
  const read = JSON.parse(JSON.stringify(verdictOf(past.state, around)));
  expect(new Validator(published).validate(read)).toMatchObject({ errors: [] });
  return read;
}

const outcomes = ({ tasks }: Verdict) => Object.fromEntries(tasks.map(({ id, outcome }) => [id, outcome]));

describe("every wait fits the published schema", () => {
  test.each(waitingCases)("$name", ({ past }) => {
    const made = verdict(past());
    expect(made.waits).toHaveLength(1);
    expect(made.waits[0]?.answers.length).toBeGreaterThan(0);
  });
});

test("a document that lacks something does not", () => {
  const { exit: _, ...less } = verdict(reviewed());
  expect(new Validator(published).validate(less).valid).toBe(false);
  expect(new Validator(published).validate({ ...less, exit: 7 }).valid).toBe(false);
});

test("each task says what came of it, and what builds on a task that waits is blocked as well", () => {
  const plans = ["t1", "t2", "t3", "t4", "t5"].map((id) => planned(id));
  const past = Past.opened().reaches("implementation", [
    ...plans,
    planned("t6", "t3"),
    planned("t7", "t6"),
    planned("t8", "t5"),
  ]);
  past.lands("t1");
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t2", trigger);
  past.moves("t2", "satisfied", "it is there", { summary: "It is there." });
  past.moves("t2", "satisfied", "it is", { disposition: "satisfied" });
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t3", trigger);
  past.moves("t3", "exhausted", "it failed", { feedback: "two replies in a row used no tool" });
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t5", trigger);
  past.moves("t4", "cancelled");
  const made = verdict(past);
  expect(outcomes(made)).toEqual({
    t1: "landed",
    t2: "satisfied",
    t3: "failed",
    t4: "cancelled",
    t5: "open",
    t6: "blocked",
    t7: "blocked",
    t8: "open",
  });
  const [wait] = made.waits;
  expect(made).toMatchObject({
    exit: 5,
    shipped: null,
    tasks: [
      {},
      {},
      { why: "t3 has failed", waits: [wait?.id], engineer: "ada" },
      {},
      {},
      { why: "it builds on t3", waits: [] },
      { why: "it builds on t3" },
      {},
    ],
  });
});

test("only what failed or waits has a reason: what was cancelled is over, whatever it was built on", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.moves("t1", "exhausted", "it failed", { feedback: "two replies in a row used no tool" });
  past.moves("t2", "cancelled");
  const [failed, cancelled] = verdict(past).tasks;
  expect(failed).toMatchObject({ outcome: "failed", why: expect.any(String) });
  expect(cancelled).toMatchObject({ outcome: "cancelled", waits: [] });
  expect(cancelled).not.toHaveProperty("why");
});

test("a landed task has its checks, its review and its cost", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  const commit = "aaaa1111".repeat(5);
  const results = [
    { name: "tests", command: "t", exit: 0, ms: 1, counts: { passed: 2, failed: 0 }, blob: "b" },
  ];
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  past.asks(loop);
  past.replies(loop, 1, "", { tool: "done", input: {} });
  past.moves("t1", "done");
  past.harness({
    type: "checks.finished",
    task: "t1",
    commit,
    why: "testing",
    passed: true,
    results,
    sandboxed: true,
  });
  past.moves("t1", "passed");
  past.harness({
    type: "review.given",
    task: "t1",
    seat: "bo",
    commit,
    verdict: "approved",
    feedback: "Good.",
  });
  const made = verdict(past, { kind: "stopped", why: "stopped by you" });
  expect(made).toMatchObject({
    exit: 130,
    tasks: [
      {
        outcome: "open",
        summary: "done",
        evidence: {
          checks: [{ commit, why: "testing", passed: true, results: [{ name: "tests", exit: 0 }] }],
          reviews: [{ by: "bo", verdict: "approved", commit, findings: 0 }],
        },
        cost: { spent: { requests: 1 }, unconfirmed: { requests: 0 } },
      },
    ],
    cost: { spent: { requests: made.cost.spent.requests } },
  });
});

test("where the work went", () => {
  const past = reviewed();
  expect(verdict(past).shipped).toBeNull();
  past.human({ type: "ship.requested", onto: "huddle-twice", how: "branch" });
  const commit = "cccc3333".repeat(5);
  const shipping = { onto: "huddle-twice", how: "branch", was: null, commit, effect: "e1" } as const;
  past.harness({ type: "session.shipped", ...shipping });
  const shipped = { onto: "huddle-twice", commit, isNewBranch: true };
  expect(verdict(past, { kind: "finished", why: "shipped" })).toMatchObject({ exit: 0, shipped });
});
