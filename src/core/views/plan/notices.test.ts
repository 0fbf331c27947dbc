import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { State } from "../../state/state.ts";
import type { TaskState } from "../../terms/task-machine.ts";
import { noticesOf } from "./notices.ts";

type Session = State["session"];
type Result = NonNullable<Session["baseline"]>["results"][number];

function stateOf(session: Partial<Session>, tasks: readonly TaskState[] = []): State {
  const { state } = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  const flagged = Object.fromEntries(
    Object.values(state.tasks).map((task, index) => [
      task.id,
      {
        ...task,
        state: tasks[index] ?? task.state,
        flags: [{ text: "a.test.js is gone", file: "a.test.js" }],
      },
    ]),
  );
  return {
    ...state,
    session: { ...state.session, ...session },
    tasks: (tasks.length > 0 ? flagged : state.tasks) as State["tasks"], // a flag with more fields than it needs
  };
}

describe("what weakens the checks", () => {
  test.each<[TaskState, readonly string[]]>([
    ["CODE_REVIEW", ["t1: a.test.js is gone"]],
    ["DONE", ["t1: a.test.js is gone"]],
    ["CANCELLED", []],
  ])("is told of a task in %s", (at, lines) => {
    expect(noticesOf(stateOf({}, [at, "CANCELLED"]))).toEqual(lines);
  });

  test("of what has landed only what is left since the base commit", () => {
    const left = [{ text: "b.test.js is gone" }] as Session["sinceBase"] & object;
    expect(noticesOf(stateOf({ sinceBase: left }, ["DONE", "TESTING"]))).toEqual([
      "b.test.js is gone",
      "t2: a.test.js is gone",
    ]);
    expect(noticesOf(stateOf({ sinceBase: [] }, ["DONE", "DONE"]))).toEqual([]);
  });
});

describe("what was red from the start", () => {
  const check: Result = { name: "unit", command: "u", exit: 1, ms: 1, blob: "b" };
  const failing = (...names: string[]) => names.map((test) => ({ test }));
  const told = (results: readonly Result[], more: Partial<Session> = {}, without?: string[]) => {
    const settled = without && { settled: { seq: 2, without } };
    const baseline = { commit: "c", seq: 1, results: [...results], ...settled };
    return noticesOf(stateOf({ baseline, ...more }));
  };

  test.each<[string, Partial<Result>, readonly string[]]>([
    [
      "one test",
      { failing: failing("a") },
      ["unit: one test is red since before this work; only new failures count"],
    ],
    [
      "some tests",
      { failing: failing("a", "b"), moreFailing: 3 },
      ["unit: 5 tests are red since before this work; only new failures count"],
    ],
    [
      "one of two tests",
      { failing: failing("a"), moreFailing: 1 },
      ["unit: 2 tests are red since before this work; only new failures count"],
    ],
    [
      "two tests",
      { failing: failing("a", "b") },
      ["unit: 2 tests are red since before this work; only new failures count"],
    ],
    ["no test", {}, ["unit is red since before this work and names no failing test, so it is not judged"]],
    ["nothing", { exit: 0 }, []],
  ])("is told where it names %s", (_, more, lines) => {
    expect(told([{ ...check, ...more }], {}, [])).toEqual(lines);
  });

  test("is not told before anybody has decided, unless the pace is auto", () => {
    expect(told([check])).toEqual([]);
    const { policy } = stateOf({}).session;
    expect(told([check], { policy: { ...policy, pace: "auto" } })).toHaveLength(1);
  });

  test("a check that could not start is told as left out", () => {
    expect(told([{ ...check, broken: "not found" }], {}, ["unit"])).toEqual([
      "unit is left out: it could not start on the base commit",
    ]);
  });
});
