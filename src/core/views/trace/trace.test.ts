import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, policy, scope } from "../../../../test/support/plans.ts";
import type { TeamEvent } from "../../facts/events.ts";
import type { Policy } from "../../terms/policy.ts";
import { spendingOf } from "../cost/cost.ts";
import { focusTrace } from "./focus.ts";
import { gapsOf } from "./gaps.ts";
import { handoverLines, handoverOf } from "./handover.ts";
import { openPastFacts } from "./past-facts.ts";
import { traceOf } from "./trace.ts";
import { traceLines } from "./trace-lines.ts";

const commit = "aaaa1111".repeat(5);
const merge = "bbbb2222".repeat(5);
const wanted = [...scope.requirements, { id: "r2", text: "it is fast", accepted: ["in a second", "always"] }];

/** A session with decisions, two tasks of which one has landed after a second review, and a requirement nobody covers. */
function building(
  options: { decisions?: readonly string[]; criteria?: readonly object[]; covers?: readonly string[] } = {},
) {
  const past = Past.opened({ policy: { ...policy, phases: ["implementation"] } satisfies Partial<Policy> });
  const decided = { decision: "round up", reason: "r", proposed: "ada", agreed: [], dissents: [] };
  past.harness({ type: "decision.recorded", topic: "rounding", ...decided });
  past.harness({ type: "decision.recorded", topic: "names", ...decided });
  past.state = {
    ...past.state,
    accepted: {
      scope: {
        kind: "scope",
        body: { ...scope, requirements: wanted },
        id: "a1",
        seq: 1,
        phase: "refinement",
        visit: 1,
        version: 1,
      },
    },
  };
  // Plans of other versions say which decisions a task follows.
  const cited = options.decisions && { decisions: [...options.decisions] };
  const plans = [
    { ...planned("t1"), requirements: [...(options.covers ?? ["r1"])], ...cited },
    { ...planned("t2"), requirements: ["r1"] },
  ];
  past.human({ type: "tasks.planned", tasks: plans, from: "a1" });
  past.human({ type: "task.assigned", task: "t1", seat: "ada", why: "turn" });
  past.enters("implementation");
  const { seq } = past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, "one");
  past.harness({ type: "effect.settled", effect: `e${seq}`, failed: false, text: "", commit }, "one");
  const results = [
    { name: "tests", command: "t", exit: 0, ms: 1, counts: { passed: 12, failed: 0 }, blob: "b" },
  ];
  const checked = { type: "checks.finished", task: "t1", passed: true, results, sandboxed: true } as const;
  past.harness({ ...checked, commit, why: "testing" });
  const reviewed = { type: "review.given", task: "t1", seat: "bo", commit, feedback: "" } as const;
  past.harness({ ...reviewed, verdict: "changes", findings: [{ id: "1.1", text: "no" }] });
  // Reviews of other versions judge each criterion.
  const judging = options.criteria && { criteria: options.criteria };
  past.harness({ ...reviewed, verdict: "approved", ...judging } as TeamEvent);
  const checks = past.harness({ ...checked, commit: merge, why: "landing" }).seq;
  past.harness({ type: "task.landed", task: "t1", was: "base", commit: merge, checks });
  past.lands("t1");
  return past;
}

function traced(past: Past) {
  const book = openPastFacts();
  for (const fact of past.facts) book.add(fact);
  return traceOf(past.state, book.all());
}

const gapWords = (past: Past) => gapsOf(traced(past)).map(({ text }) => text);

describe("a trace", () => {
  test("leads from a requirement to tasks, commits, checks and reviews, and back", () => {
    const trace = traced(building({ decisions: ["d2"] }));
    expect(trace.requirements.map(({ id, tasks, decisions }) => [id, tasks, decisions])).toEqual([
      ["r1", ["t1", "t2"], ["d2"]],
      ["r2", [], []],
    ]);
    expect(trace.decisions.map(({ id, tasks, requirements }) => [id, tasks, requirements])).toEqual([
      ["d2", ["t1"], ["r1"]],
      ["d3", [], []],
    ]);
    expect(trace.tasks[0]).toMatchObject({ engineer: "ada", commits: [commit], landed: merge, isDone: true });
    expect(trace.tasks[0]?.checks.map(({ why }) => why)).toEqual(["testing", "landing"]);
    expect(trace.tasks[0]?.reviews.map(({ verdict, by }) => [by, verdict])).toEqual([
      ["bo", "changes"],
      ["bo", "approved"],
    ]);
  });

  test.each([
    ["r1", ["t1", "t2"], ["r1"], ["d2"]],
    ["r2", [], ["r2"], []],
    ["d2", ["t1"], ["r1"], ["d2"]],
    ["t2", ["t2"], ["r1"], []],
    ["bbbb", ["t1"], ["r1"], ["d2"]],
    ["TEST", ["t1"], ["r1"], ["d2"]],
  ])("about %s is that part of it", (what, tasks, requirements, decisions) => {
    const found = focusTrace(traced(building({ decisions: ["d2"] })), what);
    expect(found?.tasks.map(({ id }) => id)).toEqual(tasks);
    expect(found?.requirements.map(({ id }) => id)).toEqual(requirements);
    expect(found?.decisions.map(({ id }) => id)).toEqual(decisions);
  });

  test.each([
    ["r2.1", ["r2.1"], []],
    ["r2.2", ["r2.2"], []],
    ["r1.1", ["r1.1"], ["t1", "t2"]],
  ])(
    "about the criterion %s is about its requirement, without the other criteria",
    (what, criteria, tasks) => {
      const found = focusTrace(traced(building()), what);
      expect(found?.requirements.flatMap((one) => one.criteria.map(({ id }) => id))).toEqual(criteria);
      expect(found?.tasks.map(({ id }) => id)).toEqual(tasks);
      expect(focusTrace(traced(building()), `${what}.1`)).toBeUndefined();
    },
  );

  test("about something unknown is none", () => {
    expect(focusTrace(traced(building()), "r9")).toBeUndefined();
    expect(focusTrace(traced(building()), "ffff")).toBeUndefined();
  });

  test("names its gaps", () => {
    expect(gapWords(building({ decisions: ["d2", "d9"] }))).toEqual([
      "No task covers r2.",
      "No task cites d3.",
      "t1 cites d9, which is no decision.",
    ]);
    expect(gapWords(building({ covers: ["r7"] }))).toContain("t1 meets no requirement of the scope.");
  });

  test("says once that no task of an older plan cites a decision", () => {
    expect(gapWords(building())).toEqual([
      "No task covers r2.",
      "The plan does not say which decisions its tasks follow.",
    ]);
  });

  test("a task that landed without a review or a check is a gap", () => {
    const past = building();
    const trace = traced(past);
    const bare = trace.tasks.map((task) => ({ ...task, reviews: [], checks: [] }));
    const gaps = gapsOf({ ...trace, tasks: bare }).map(({ text }) => text);
    expect(gaps).toContain("No review approved t1.");
    expect(gaps).toContain("No check ran on t1.");
    expect(gaps).not.toContain("No review approved t2.");
  });

  test("reads as words", () => {
    const found = focusTrace(traced(building({ decisions: ["d2"] })), "t1");
    expect(found && traceLines(found)).toEqual([
      "Decisions",
      "  d2  rounding: round up",
      "      followed by t1, for r1",
      "",
      "Requirements",
      "  r1  it works",
      "      built by t1, t2; decided in d2",
      "      r1.1 a test says so: no review judged it by itself",
      "",
      "Tasks",
      "  t1  Build t1 (landed, ada)",
      "      for r1, d2",
      "      commit aaaa1111aaaa, landed by the merge bbbb2222bbbb",
      "      checks on aaaa1111aaaa: tests green, 12 tests pass",
      "      checks at landing on bbbb2222bbbb: tests green, 12 tests pass",
      "      bo asked for changes to aaaa1111aaaa: 1 finding",
      "      bo approved aaaa1111aaaa",
      "",
      "No gaps.",
    ]);
  });
});

describe("what is handed over", () => {
  const measured = { files: [{ path: "a", added: 3, removed: 1 }], spent: spendingOf([]).spent };
  const rows = (past: Past) => handoverOf(past.state, traced(past), measured).rows;

  test("is told requirement by requirement, with what is missing", () => {
    const past = building();
    expect(rows(past).map(({ id, standing }) => [id, standing])).toEqual([
      ["r1", "in part"],
      ["r2", "missing"],
    ]);
    expect(handoverLines(handoverOf(past.state, traced(past), measured))).toEqual([
      "  ✗ r1  it works: in part",
      "        t1 landed at bbbb2222bbbb; checks green, 12 tests; approved by bo",
      "      ! t2 is not landed (queued)",
      "  ✗ r2  it is fast: missing",
      "      ! no task covers it",
      "  1 file changed, +3 −1",
      "  0 requests, 0 tokens, $0.00",
    ]);
  });

  test.each([
    [undefined, "met"],
    [[{ id: "r2.1", met: "yes", evidence: ["tests"] }], "met"],
    [
      [
        { id: "r2.1", met: "yes", evidence: [] },
        { id: "r2.2", met: "unverified", evidence: [] },
      ],
      "not verified",
    ],
    [[{ id: "r2.2", met: "no", evidence: ["a.js:3"] }], "not met"],
  ])("is what the reviews say about its criteria: %j", (criteria, standing) => {
    const past = building({ covers: ["r2"], ...(criteria && { criteria }) });
    const [, row] = rows(past);
    expect(row?.standing).toBe(standing);
    if (standing === "not met") expect(row?.missing).toEqual(["r2.2 always: not met, says bo (a.js:3)"]);
  });

  test("a task that was done already is not called landed", () => {
    const past = building();
    for (const trigger of ["dispatched", "ready", "satisfied"] as const) past.moves("t2", trigger);
    past.moves("t2", "satisfied", "it was there", { disposition: "satisfied" });
    expect(rows(past)[0]?.shown).toContain("t2 was done already");
    const found = focusTrace(traced(past), "t2");
    expect(found && traceLines(found)).toContain("  t2  Build t2 (already done)");
  });

  test("without a scope, it is told task by task", () => {
    const past = building();
    past.state = { ...past.state, accepted: {} };
    past.moves("t2", "cancelled");
    expect(rows(past).map(({ id, standing, missing }) => [id, standing, missing])).toEqual([
      ["t1", "met", []],
      ["t2", "missing", ["t2 was cancelled: Build t2"]],
    ]);
  });
});
