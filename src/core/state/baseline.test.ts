import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { judge } from "../reports/judge.ts";
import type { Policy } from "../terms/policy.ts";
import { referenceOf } from "./baseline.ts";
import type { Results } from "./session.ts";

const check = { name: "tests", run: "test" };
const checks = { quick: [check], full: [check], timeoutMs: 9 };
const policy = { baseline: true, checks } satisfies Partial<Policy>;

const result = { name: "tests", command: "test", ms: 1, blob: "b" };
const green: Results[number] = { ...result, exit: 0 };
const red: Results[number] = { ...result, exit: 1, failing: [{ test: "old" }] };

const finished = { type: "checks.finished" as const, sandboxed: false };

/** The test `old` is red on the base commit. */
function baseline(past: Past, result = red): void {
  past.harness({ ...finished, why: "baseline", commit: "base", passed: false, results: [result] });
}

/** A task that makes it green. */
function mends(past: Past, result = green): Past {
  past.lands("t1");
  const commit = "c";
  const { seq } = past.harness({
    ...finished,
    why: "landing",
    task: "t1",
    commit,
    passed: true,
    results: [result],
  });
  past.harness({ type: "task.landed", task: "t1", commit, was: "base", checks: seq });
  return past;
}

function building(): Past {
  return Past.opened({ policy }).reaches("implementation");
}

function isTolerated(past: Past): boolean {
  return judge(red, referenceOf(past.state)[0]).ok;
}

describe("what a landing has mended must not break again", () => {
  test("before it, the same failure is known; after it, it is new", () => {
    const past = building();
    baseline(past);
    expect(isTolerated(past)).toBe(true);
    expect(isTolerated(mends(past))).toBe(false);
  });

  test("also when the checks ran again on the base commit", () => {
    const past = building();
    baseline(past);
    mends(past);
    past.human({ type: "policy.changed", patch: { checks: { ...checks, timeoutMs: 10 } }, why: "slower" });
    expect(referenceOf(past.state)).toEqual([]);
    baseline(past);
    expect(isTolerated(past)).toBe(false);
  });

  test("also when it landed while they were to run again", () => {
    const past = mends(building());
    baseline(past);
    expect(isTolerated(past)).toBe(false);
  });
});

test("10.38: what a landing mended makes no room for a failure that is counted and not named", () => {
  const said = (failed: number, ...names: string[]): Results[number] => ({
    ...red,
    counts: { passed: 3, failed },
    failing: names.map((test) => ({ test })),
  });
  const past = building();
  baseline(past, said(2, "adds", "divides"));
  const [reference] = referenceOf(mends(past, said(1, "adds")).state);
  expect(judge(said(1, "adds"), reference).ok).toBe(true);
  expect(judge(said(2, "adds"), reference)).toMatchObject({ ok: false, known: ["tests: adds"] });
});

describe("what may be red after a landing", () => {
  const left = (before: Results[number], now: Results[number]) => {
    const past = building();
    baseline(past, before);
    return referenceOf(mends(past, now).state)[0];
  };
  const failing = (...names: string[]) => ({ ...red, failing: names.map((test) => ({ test })) });

  test("is what was red before and still is", () => {
    expect(left(failing("a", "b"), failing("b"))).toEqual(failing("b"));
    expect(left(failing("a", "b"), green)).toEqual(green);
    expect(left(green, failing("a"))).toEqual(green);
  });

  test("is as before where the landing was red otherwise, or where not all was known by name", () => {
    expect(left(failing("a", "b"), failing("b", "c"))).toEqual(failing("a", "b"));
    const more = { ...failing("a", "b"), moreFailing: 2 };
    expect(left(more, failing("b"))).toEqual(more);
    expect(left(red, { ...green, name: "other" })).toEqual(red);
  });
});
