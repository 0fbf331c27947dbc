import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { judge } from "../reports/judge.ts";
import type { Pace, Phase } from "../terms/phase.ts";
import type { Check, Policy } from "../terms/policy.ts";
import {
  checksInForce,
  isBaselineDue,
  isNamed,
  openTrouble,
  referenceOf,
  withoutLeftOut,
} from "./baseline.ts";
import type { Results } from "./session.ts";
import type { State } from "./state.ts";

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
    const more = { ...failing("a", "b"), moreFailing: 1 };
    expect(left(more, failing("b"))).toEqual(more);
    expect(left(red, { ...green, name: "other" })).toEqual(red);
  });
});

interface Given {
  readonly quick?: readonly Check[];
  readonly full?: readonly Check[];
  readonly pace?: Pace;
  readonly baseline?: boolean;
  readonly phases?: Phase[];
  readonly results?: Results;
  readonly settled?: { readonly without?: readonly string[] };
}

/** A session with these checks, and what they said on the base commit. */
function session({
  quick = [],
  full = [],
  pace = "normal",
  baseline,
  phases,
  results,
  settled,
}: Given): State {
  const { state } = Past.opened({
    policy: {
      checks: { quick: [...quick], full: [...full], timeoutMs: 9 },
      pace,
      ...(baseline !== undefined && { baseline }),
      ...(phases && { phases }),
    },
  });
  const ran = results && {
    baseline: { seq: 2, results, ...(settled && { settled: { without: [], ...settled } }) },
  };
  return { ...state, session: { ...state.session, ...ran } as State["session"] }; // as the checks' facts leave it
}

const [lint, unit] = [
  { name: "lint", run: "eslint" },
  { name: "unit", run: "test" },
];

describe("checks in force", () => {
  test("are the quick ones and the full ones, each once", () => {
    expect(checksInForce(session({ quick: [lint], full: [unit, lint] }))).toEqual([lint, unit]);
    expect(checksInForce(session({ full: [unit] }))).toEqual([unit]);
    expect(checksInForce(session({ quick: [lint] }))).toEqual([lint]);
    const [slow, other] = [
      { name: "unit", run: "test --all" },
      { name: "again", run: "test" },
    ];
    expect(checksInForce(session({ quick: [unit, slow], full: [other, slow] }))).toEqual([unit, slow, other]);
  });

  test("leave out those that could not start, where a person said so", () => {
    const dead = { ...red, name: "lint", command: "eslint", failing: [], broken: "no such program" };
    const given = { results: [dead, red] };
    const left = (more: Given, checks = [lint, check]) =>
      withoutLeftOut(session({ ...given, ...more }), checks);
    expect(left({ settled: { without: ["lint"] } })).toEqual([check]);
    expect(left({ settled: { without: ["lint", "tests"] } })).toEqual([check]);
    expect(left({ settled: { without: ["tests"] } })).toEqual([lint, check]);
    expect(left({ settled: {} })).toEqual([lint, check]);
    expect(left({})).toEqual([lint, check]);
    expect(withoutLeftOut(session({}), [lint, check])).toEqual([lint, check]);
    const changed = { ...lint, run: "eslint ." };
    expect(left({ settled: { without: ["lint"] } }, [changed, check])).toEqual([changed, check]);
  });
});

test.each<[what: string, given: Given, isDue: boolean]>([
  ["that builds", { baseline: true }, true],
  ["of an older version", {}, false],
  ["that wants none", { baseline: false }, false],
  ["without checks", { baseline: true, quick: [] }, false],
  ["that builds nothing", { baseline: true, phases: ["exploration"] }, false],
  ["in which they have run", { baseline: true, results: [] }, false],
])("the checks of a session %s are to be run on the base commit: %#", (_, given, isDue) => {
  expect(isBaselineDue(session({ quick: [unit], ...given }))).toBe(isDue);
});

describe("what is red on the base commit", () => {
  const nameless = { ...red, failing: [] };
  const broken = { ...red, broken: "no such program" };

  test("waits for a person, unless nobody is asked and all of it is known by name", () => {
    expect(openTrouble(session({}))).toEqual([]);
    expect(openTrouble(session({ results: [green] }))).toEqual([]);
    expect(openTrouble(session({ results: [green, red, { ...red, exit: null }] }))).toEqual([
      red,
      { ...red, exit: null },
    ]);
    expect(openTrouble(session({ results: [red], settled: {} }))).toEqual([]);
    expect(openTrouble(session({ pace: "auto", results: [green, red] }))).toEqual([]);
    expect(openTrouble(session({ pace: "auto", results: [red, nameless] }))).toEqual([red, nameless]);
    expect(openTrouble(session({ pace: "careful", results: [red] }))).toEqual([red]);
  });

  test("is known by name where tests are named and the check could start", () => {
    const { failing: _, ...untold } = red;
    expect([red, nameless, broken, untold].map(isNamed)).toEqual([true, false, false, false]);
  });
});

test("counts of a landing that mended something take the place of older ones", () => {
  const failing = ["a", "b"].map((test) => ({ test }));
  const past = building();
  baseline(past, { ...red, failing, counts: { passed: 1, failed: 2 } });
  mends(past, { ...red, failing: failing.slice(1), counts: { passed: 2, failed: 1 } });
  expect(referenceOf(past.state)).toEqual([
    { ...red, failing: failing.slice(1), counts: { passed: 2, failed: 1 } },
  ]);
});
