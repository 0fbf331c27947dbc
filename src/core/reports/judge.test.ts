import { describe, expect, test } from "vitest";
import { type CheckSaid, judge, judgeRuns, redWords, sameCheck } from "./judge.ts";
import { readTests } from "./runners/read-tests.ts";
import { wholeFile } from "./test-report.ts";

const said = (exit: number | null, ...failing: string[]): CheckSaid => ({
  name: "tests",
  command: "npm test",
  exit,
  failing: failing.map((test) => ({ test, file: "a.test.js" })),
});
const broken: CheckSaid = { ...said(127), broken: "pnpm: not found" };
const many = (more: number, ...failing: string[]): CheckSaid => ({
  ...said(1, ...failing),
  moreFailing: more,
});

const counted = (failed: number, one: CheckSaid): CheckSaid => ({ ...one, counts: { passed: 3, failed } });
const inFile: CheckSaid = { ...said(1), failing: [{ test: wholeFile, file: "b.test.js" }] };
const both: CheckSaid = {
  ...said(1),
  failing: [...(said(1, "adds").failing ?? []), ...(inFile.failing ?? [])],
};

describe("10.38: what was red before the work does not stop it, and every new failure does", () => {
  test.each<[name: string, now: CheckSaid, before: CheckSaid | undefined, ok: boolean, fresh: number]>([
    ["green", said(0), said(0), true, 0],
    ["green now", said(0), said(1, "adds"), true, 0],
    ["the same test", said(1, "adds"), said(1, "adds"), true, 0],
    ["one of two mended", said(1, "adds"), said(1, "adds", "divides"), true, 0],
    ["another exit code, the same test", said(2, "adds"), said(1, "adds"), true, 0],
    ["another test", said(1, "divides"), said(1, "adds"), false, 1],
    ["one more test", said(1, "adds", "divides"), said(1, "adds"), false, 1],
    ["red where it was green", said(1, "adds"), said(0), false, 1],
    ["red where nothing is known", said(1, "adds"), undefined, false, 1],
    ["no names, then or now", said(1), said(1), true, 0],
    ["ended by the time limit, then and now", said(null), said(null), true, 0],
    ["no names now: it did not get as far as before", said(1), said(1, "adds"), false, 1],
    ["names only now: it did not get that far before", said(1, "adds"), said(1), false, 1],
    ["it could not start before", said(1, "adds"), broken, false, 1],
    ["it cannot start now", broken, said(1), false, 1],
    ["it cannot start, then or now", broken, broken, false, 1],
    ["it could not start before, and names nothing now", said(1), broken, false, 1],
    ["red without names where it was green", said(1), said(0), false, 1],
    ["red without names where nothing is known", said(1), undefined, false, 1],
    ["names, and ended by the time limit then and now", said(null, "adds"), said(null, "adds"), true, 0],
    ["names, and ended by the time limit only before", said(1, "adds"), said(null, "adds"), true, 0],
    ["one of two is mended, and a file is left that could not be run", inFile, both, true, 0],
    ["too many to name before, as many as are named now", said(1, "a", "b"), many(1, "x"), true, 0],
    ["too many to name before, and one more now", said(1, "a", "b", "c"), many(1, "x"), false, 3],
    [
      "too many to name, and ended by the time limit only now",
      { ...many(5, "x"), exit: null },
      many(9, "adds"),
      false,
      1,
    ],
    [
      "too many to name: as many as before by the runner's own count",
      counted(1100, many(5, "x")),
      counted(1100, many(5, "y")),
      true,
      0,
    ],
    [
      "the same name in another file",
      { ...said(1), failing: [{ test: "adds", file: "b.js" }] },
      said(1, "adds"),
      false,
      1,
    ],
    ["too many to name: not more than before", many(5, "x"), many(9, "adds"), true, 0],
    ["too many to name: more than before", many(9, "x"), many(5, "adds"), false, 1],
    ["too many to name now", many(9, "adds"), said(1, "adds"), false, 0],
    ["counted as before", counted(2, said(1, "adds")), counted(2, said(1, "adds")), true, 0],
    ["counted, but not named", counted(2, said(1, "adds")), counted(1, said(1, "adds")), false, 1],
    [
      "counted, but not named, where one is mended",
      counted(2, said(1, "adds")),
      counted(2, said(1, "adds", "divides")),
      false,
      1,
    ],
    ["mended, as far as named", counted(2, said(1, "adds")), counted(3, said(1, "adds", "divides")), true, 0],
    ["a file that its runner does not count", counted(2, both), counted(1, both), false, 1],
    [
      "a file that its runner does not count is mended",
      counted(1, said(1, "adds")),
      counted(1, both),
      true,
      0,
    ],
    ["a file that its runner counts is mended", counted(1, said(1, "adds")), counted(2, both), true, 0],
    ["no names, and more by number", counted(3, said(1)), counted(2, said(1)), false, 1],
    ["no names, and as many by number", counted(2, said(1)), counted(2, said(1)), true, 0],
    ["no names, and counted only now", counted(2, said(1)), said(1), false, 1],
    ["no names, and counted only before", said(1), counted(2, said(1)), false, 1],
    ["names, and counted only before", said(1, "adds"), counted(1, said(1, "adds")), false, 1],
    ["names, and ended by the time limit only now", said(null, "adds"), said(1, "adds"), false, 1],
    ["no names, and ended by the time limit only now", said(null), said(1), false, 1],
    [
      "too many to name: more than before by the runner's own count",
      counted(5000, many(5, "x")),
      counted(1100, many(5, "x")),
      false,
      1,
    ],
  ])("%s", (_, now, before, ok, fresh) => {
    const judged = judge(now, before);
    expect(judged.ok).toBe(ok);
    expect(judged.fresh).toHaveLength(fresh);
    // Whatever fails is told, as new or as known.
    if (now.exit !== 0) expect(judged.fresh.length + judged.known.length).toBeGreaterThan(0);
  });
});

test("10.2: a red check is told with its failing tests by name, or with why it cannot start", () => {
  expect(redWords(said(1, "adds", "divides"))).toBe(
    "tests (npm test) exits with 1; 2 tests fail:\n    a.test.js: adds\n    a.test.js: divides",
  );
  expect(redWords(many(20, "adds"))).toContain("21 tests fail:\n    a.test.js: adds\n    and 20 more");
  expect(redWords(broken)).toBe("tests (npm test) cannot start: pnpm: not found");
  expect(redWords({ ...said(null), name: "npm test" })).toBe("npm test was ended and names no failing test");
});

test("10.38: one failure beyond those with a name is compared by number, too", () => {
  expect(judge(many(1, "x"), many(1, "adds"))).toMatchObject({ ok: true, known: ["tests: a.test.js: x"] });
  expect(judge(said(1, "adds", "divides"), said(1, "adds")).known).toEqual(["tests: a.test.js: adds"]);
});

test("10.38: a runner that names only assertions is held to the number of its failures", () => {
  const said = (failed: number) => {
    const { failing, counts } = readTests(`
  strings
    ✖ should be equal
  passing:   80
  failing:   ${failed}
`);
    return { name: "test", command: "tape | tap-spec", exit: 1, failing, counts };
  };
  expect(judge(said(1), said(1)).ok).toBe(true);
  expect(judge(said(2), said(1)).ok).toBe(false);
});

test("10.38: what is new and what is known is told by name, with the check in front", () => {
  expect(judge(said(1, "adds", "cuts"), said(1, "adds"))).toEqual({
    ok: false,
    fresh: ["tests: a.test.js: cuts"],
    known: ["tests: a.test.js: adds"],
  });
  const silent = "tests: fails without naming a test";
  expect(judge(said(1), said(1))).toEqual({ ok: true, fresh: [], known: [silent] });
  expect(judge(said(1), undefined)).toEqual({ ok: false, fresh: [silent], known: [] });
  expect(judge(said(null, "adds"), said(1, "adds"))).toEqual({
    ok: false,
    fresh: [silent],
    known: ["tests: a.test.js: adds"],
  });
  expect(judge(said(0, "adds"), said(1))).toEqual({ ok: true, fresh: [], known: [] });
});

test("10.38: the same check has the same name and command; of two the first counts", () => {
  const checks = [
    { name: "tests", command: "npm run unit", at: 1 },
    { name: "unit", command: "npm test", at: 2 },
    { name: "tests", command: "npm test", at: 3 },
    { name: "tests", command: "npm test", at: 4 },
  ];
  expect(sameCheck(checks, { name: "tests", command: "npm test" })?.at).toBe(3);
  expect(sameCheck(checks, { name: "tests", command: "make" })).toBeUndefined();
});

test("10.2: a red check that names no test is told with what it says", () => {
  expect(redWords({ ...said(2), tail: "one\n  two" })).toBe(
    "tests (npm test) exits with 2 and names no failing test; it says:\n    one\n      two",
  );
  expect(redWords({ ...said(2), tail: "" })).toBe("tests (npm test) exits with 2 and names no failing test");
});

test("10.2: ten failing tests are named, and the others counted", () => {
  const rows = (count: number, more?: number) => {
    const failing = Array.from({ length: count }, (_, at) => ({ test: `t${at}` }));
    const check = { ...said(1), failing, ...(more !== undefined && { moreFailing: more }) };
    const [head, ...below] = redWords(check).split("\n");
    return [head?.split("; ")[1], below.length, below.at(-1)];
  };
  expect(rows(1)).toEqual(["one test fails:", 1, "    t0"]);
  expect(rows(1, 1)).toEqual(["2 tests fail:", 2, "    and 1 more"]);
  expect(rows(10)).toEqual(["10 tests fail:", 10, "    t9"]);
  expect(rows(11)).toEqual(["11 tests fail:", 11, "    and 1 more"]);
  expect(rows(12, 5)).toEqual(["17 tests fail:", 11, "    and 7 more"]);
});

describe("what fails anew is run once more", () => {
  const words = (...names: string[]) => names.map((name) => `tests: a.test.js: ${name}`);
  test.each<
    [
      what: string,
      runs: readonly [CheckSaid, ...CheckSaid[]],
      before: CheckSaid | undefined,
      ok: boolean,
      fresh: readonly string[],
      flaky: readonly string[],
    ]
  >([
    ["it is green then", [said(1, "a"), said(0)], said(0), true, [], words("a")],
    ["it fails as before then", [said(1, "a", "old"), said(1, "old")], said(1, "old"), true, [], words("a")],
    ["it fails the same", [said(1, "a"), said(1, "a")], said(0), false, words("a"), []],
    ["one of two flips", [said(1, "a", "b"), said(1, "b")], said(0), false, words("b"), words("a")],
    ["another one fails", [said(1, "a"), said(1, "b")], said(0), true, [], words("a", "b")],
    [
      "it names none at all, and is green then",
      [said(1), said(0)],
      said(0),
      true,
      [],
      ["tests: fails without naming a test"],
    ],
    [
      "it names none then",
      [said(1, "a"), said(1)],
      said(0),
      false,
      ["tests: fails without naming a test"],
      [],
    ],
    ["it ran once", [said(1, "a")], said(0), false, words("a"), []],
    ["it is green in the end", [said(1, "a"), said(1, "a"), said(0)], said(0), true, [], words("a")],
    [
      "each time another one is green",
      [said(1, "a", "b", "c"), said(1, "a", "b"), said(1, "b", "c"), said(1, "b")],
      said(0),
      false,
      words("b"),
      words("c", "a"),
    ],
    ["all flip", [said(1, "a", "b"), said(1, "b"), said(1, "a")], said(0), true, [], words("a", "b")],
    [
      "it names none in the end",
      [said(1, "a"), said(1, "a"), said(1)],
      said(0),
      false,
      ["tests: fails without naming a test"],
      [],
    ],
    ["it is ended then", [said(1, "a"), said(null, "b")], said(0), false, words("b"), []],
    ["more fail then than are named", [said(1, "a"), many(3, "b")], said(0), false, words("b"), []],
    [
      "more fail then than it names",
      [said(1, "a"), counted(2, said(1, "b"))],
      said(0),
      false,
      words("b"),
      [],
    ],
  ])("%s", (_, runs, before, ok, fresh, flaky) => {
    expect(judgeRuns(runs, before)).toMatchObject({ ok, fresh, flaky });
  });
});
