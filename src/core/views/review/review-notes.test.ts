import { describe, expect, test } from "vitest";
import type { PastComment, PastReview } from "../task/task-history.ts";
import type { TaskPage } from "../task/task-page.ts";
import { evidenceLine, reviewNotes } from "./review-notes.ts";

const at = "2026-01-01T00:00:00.000Z";

function review(seq: number, more: Partial<PastReview>): PastReview {
  const rest = { subject: "code", commit: "c", verdict: "changes", feedback: "f", findings: [] } as const;
  return { seq, at, seat: "bo", ...rest, ...more };
}

const zero = { id: "1.1", text: "Zero is missing.", path: "half.js", line: 2 };
const fixed = { answer: "fixed", why: "it is 0 now" } as const;
const why: PastComment = { seq: 20, at, text: "why?", cited: { path: "half.js", from: 5, lines: ["x"] } };

describe("what was said about lines of a change", () => {
  test.each<
    [what: string, reviews: readonly PastReview[], comments: readonly PastComment[], notes: readonly object[]]
  >([
    [
      "a finding",
      [review(1, { findings: [zero] })],
      [],
      [{ path: "half.js", line: 2, text: "bo: 1.1  Zero is missing.", open: true }],
    ],
    [
      "a finding that was answered",
      [review(1, { findings: [{ ...zero, answer: fixed }] })],
      [],
      [{ path: "half.js", line: 2, text: "bo: 1.1  Zero is missing. → fixed: it is 0 now", open: false }],
    ],
    [
      "a finding that a later review no longer has",
      [review(1, { findings: [zero] }), review(9, { verdict: "approved" })],
      [],
      [{ path: "half.js", line: 2, open: false, text: "bo: 1.1  Zero is missing." }],
    ],
    ["a finding about no file", [review(1, { findings: [{ id: "1.1", text: "Too much." }] })], [], []],
    ["a finding of a plan", [review(1, { subject: "plan", findings: [zero] })], [], []],
    ["a comment", [], [why], [{ path: "half.js", line: 5, text: "you: why?", open: true }]],
    [
      "a comment before the last review",
      [review(30, {})],
      [why],
      [{ path: "half.js", line: 5, text: "you: why?", open: false }],
    ],
    ["a comment about no line", [], [{ seq: 1, at, text: "why?" }], []],
  ])("%s", (_, reviews, comments, notes) => {
    expect(reviewNotes({ reviews, comments })).toEqual(notes);
  });
});

describe("what shows that a change is good", () => {
  const result = { name: "tests", command: "t", ms: 1, blob: "b", exit: 0 };
  const checks: NonNullable<TaskPage["checks"]> = {
    at,
    commit: "c",
    why: "testing",
    sandboxed: true,
    results: [result],
    passed: true,
  };
  const criterion = (met: "yes" | "no") => ({ id: "t1.1", met, evidence: [] });
  test.each<[line: string, page: Partial<Parameters<typeof evidenceLine>[0]>]>([
    ["no checks yet · no review yet", {}],
    ["checks pass · no review yet", { checks }],
    [
      "checks pass (8 passed) · 1 flag · no review yet",
      { checks: { ...checks, results: [{ ...result, counts: { passed: 8, failed: 0 } }] }, flags: ["fewer"] },
    ],
    [
      "checks fail (8 passed, 2 failed) · 2 flags · 1 of 2 criteria met · 1 open finding · bo asks for changes",
      {
        checks: {
          ...checks,
          passed: false,
          results: [{ ...result, exit: 1, counts: { passed: 8, failed: 2 } }],
        },
        flags: ["a", "b"],
        reviews: [
          review(1, {
            findings: [zero, { ...zero, answer: fixed }],
            criteria: [criterion("yes"), criterion("no")],
          }),
        ],
      },
    ],
    ["no checks yet · bo approves", { reviews: [review(1, { verdict: "approved", findings: [zero] })] }],
  ])("%s", (line, page) => {
    expect(evidenceLine({ flags: [], reviews: [], ...page })).toBe(line);
  });
});
