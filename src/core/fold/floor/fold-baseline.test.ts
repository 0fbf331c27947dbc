import { describe, expect, test } from "vitest";
import { changedBy } from "../../../../test/support/changed-by.ts";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { Flag } from "../../facts/check-result-schema.ts";
import type { EventOf } from "../../facts/events.ts";

const result = { name: "unit", command: "npm test", exit: 0, ms: 1, blob: "b" };
const checked = {
  type: "checks.finished",
  commit: "c",
  passed: true,
  results: [result],
  sandboxed: false,
} as const;

function flag(kind: Flag["kind"], path: string, text = ""): Flag {
  return { id: `${kind} ${path}`, kind, path, tier: "note", text };
}

function checks(why: EventOf<"checks.finished">["why"], more: object = {}): EventOf<"checks.finished"> {
  return { ...checked, results: [result], why, ...more };
}

function building(): Past {
  return Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
}

describe("checks on the base commit", () => {
  test("are the session's, until they are due again", () => {
    const past = Past.opened();
    const baseline = { seq: 2, commit: "c", results: [result] };
    expect(changedBy(past, checks("baseline"))).toEqual({ session: { baseline } });
    const settled = { type: "baseline.settled", baseline: 2, how: "accepted", without: ["unit"] } as const;
    expect(changedBy(past, { ...settled, baseline: 1, without: [] })).toEqual({});
    expect(changedBy(past, { ...settled, without: ["unit"] })).toEqual({
      session: { baseline: { settled: { seq: 4, without: ["unit"] } } },
    });
    expect(changedBy(past, { ...settled, how: "again", without: [] })).toEqual({
      session: { baseline: "gone", baselineDue: 5 },
    });
  });
});

describe("checks of a task", () => {
  test("are its newest evidence, with what was said about them", () => {
    const past = building();
    const more = {
      known: ["unit: old"],
      flaky: ["unit: now and then"],
      leftOut: [{ path: "p", rule: "r" }],
      sinceBase: [flag("test-file", "a")],
    };
    expect(changedBy(past, checks("testing", { task: "t1", ...more }))).toEqual({
      session: { flaky: more.flaky },
      tasks: {
        t1: {
          evidence: { seq: past.state.head, results: [result], ...more },
          progress: { green: ["unit"], at: past.state.head },
        },
      },
    });
    past.harness(checks("testing", { task: "t1" }));
    expect(past.state.tasks.t1?.evidence).toStrictEqual({ seq: past.state.head, results: [result] });
    expect(past.state.tasks.t1).toMatchObject({ id: "t1", owner: "ada", plan: planned("t1") });
  });

  test("what was flaky once is known for the whole session, each name once", () => {
    const past = building();
    for (const flaky of [
      ["a", "b"],
      ["b", "c"],
    ])
      past.harness(checks("landing", { task: "t1", flaky }));
    past.harness(checks("ship", { flaky: ["d"] }));
    past.harness(checks("testing", { task: "t1" }));
    expect(past.state.session.flaky).toEqual(["a", "b", "c", "d"]);
  });

  test("of no task, or of one nobody knows, change nothing", () => {
    const past = building();
    expect(changedBy(past, checks("ship"))).toEqual({});
    expect(changedBy(past, checks("testing", { task: "t9" }))).toEqual({});
  });

  test("a landing adds what it finds, each kind and path once; testing begins anew", () => {
    const past = building();
    const flags = (why: "testing" | "landing", ...found: Flag[]) => {
      past.harness(checks(why, { task: "t1", ...(found.length > 0 && { flags: found }) }));
      return past.state.tasks.t1?.flags;
    };
    const [one, two, three] = [flag("test-file", "a"), flag("test-file", "b"), flag("test-config", "a")];
    expect(flags("testing")).toBeUndefined();
    expect(Object.keys(past.state.tasks.t1 ?? {})).not.toContain("flags");
    expect(flags("landing", one)).toEqual([one]);
    expect(flags("landing", flag("test-file", "a", "again"), two, three)).toEqual([one, two, three]);
    expect(flags("landing")).toEqual([one, two, three]);
    expect(flags("testing", two)).toEqual([two]);
    expect(flags("testing")).toBeUndefined();
  });
});

describe("a landing", () => {
  test("keeps what its checks said, by commit, and what all that landed makes of the checks", () => {
    const past = building();
    const land = (task: string, commit: string) =>
      changedBy(past, { type: "task.landed", task, was: "w", commit, checks: 1 });
    past.harness(checks("landing", { task: "t1", sinceBase: [flag("test-file", "a")] }));
    expect(land("t1", "one")).toEqual({
      integration: "one",
      tasks: { t1: { landed: { commit: "one", was: "w", checks: 1 } } },
      session: { landings: { one: [result] }, sinceBase: [flag("test-file", "a")] },
    });
    expect(land("t2", "two")).toEqual({
      integration: "two",
      tasks: { t2: { landed: { commit: "two", was: "w", checks: 1 } } },
      session: { landings: { two: [] }, sinceBase: "gone" },
    });
  });
});
