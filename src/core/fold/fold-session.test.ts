import { describe, expect, test } from "vitest";
import { changedBy } from "../../../test/support/changed-by.ts";
import { Past } from "../../../test/support/past.ts";
import { planned, policy, seat, team } from "../../../test/support/plans.ts";
import type { FileSettings } from "../terms/policy.ts";

const files: FileSettings = { purpose: "do", models: {}, checks: policy.checks, turns: 3 };
const opening = {
  type: "session.opened",
  kind: "grooming",
  title: "T",
  brief: "B",
  seats: [...team],
  policy,
  repo: { base: "base", branch: "trunk" },
} as const;

describe("a session", () => {
  test("is what its first fact says, with the grooming it comes from and the files that were read", () => {
    const past = new Past();
    past.human({ ...opening, seats: [...team], from: "idea", files });
    const { type: _, ...said } = opening;
    expect(past.state.session).toEqual({
      opened: 1,
      openedAt: past.state.headAt,
      ...said,
      from: "idea",
      files,
    });
    expect(past.state.integration).toBe("base");
    const plain = new Past();
    plain.human({ ...opening, seats: [...team] });
    expect(Object.keys(plain.state.session).filter((key) => key === "from" || key === "files")).toEqual([]);
  });

  test("knows all that was made of it", () => {
    const past = Past.opened();
    past.human({ type: "session.promoted", into: "one" });
    expect(changedBy(past, { type: "session.promoted", into: "two" })).toEqual({
      session: { promoted: ["one", "two"], promotedAt: 3 },
    });
  });

  test("that is over has nothing open", () => {
    const past = Past.opened().reaches("implementation");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, "one");
    past.fails("two");
    const effects = Object.fromEntries(Object.keys(past.state.effects).map((key) => [key, "gone"]));
    expect(changedBy(past, { type: "session.closed", how: "abandoned", why: "enough" })).toEqual({
      threads: [],
      effects,
      failures: { two: "gone" },
      session: { ending: { seq: past.state.head, how: "abandoned", why: "enough" } },
    });
  });

  test("other seats, and what the files said about them", () => {
    const past = Past.opened();
    const seats = [...team, seat("cy")];
    expect(changedBy(past, { type: "seats.changed", seats, why: "", files })).toEqual({
      session: { seats, files },
    });
    expect(changedBy(past, { type: "seats.changed", seats: [...team], why: "" })).toEqual({
      session: { seats: team },
    });
  });
});

describe("a change of policy", () => {
  /** Two loops wait: one for money, one for a larger window. */
  function waiting(): Past {
    const past = Past.opened({ policy: { budget: { session: { tokens: 1 } } } });
    past.harness({
      type: "checks.finished",
      commit: "base",
      why: "baseline",
      passed: true,
      results: [],
      sandboxed: false,
    });
    past.enters("refinement");
    for (const on of ["budget", "window"] as const)
      past.harness({ type: "loop.paused", loop: past.turnStarts(on, "ada"), on });
    past.human({ type: "budget.granted", scope: "seat", id: "ada", tokens: 1, why: "" });
    past.harness({ type: "loop.paused", loop: past.state.threads[0]?.loops[0]?.id ?? "", on: "budget" });
    return past;
  }

  const waits = (past: Past) =>
    past.state.threads.flatMap(({ loops }) => loops.map(({ paused }) => paused?.on));

  test.each([
    ["pace", { pace: "auto" }, ["budget", "window"], true],
    ["checks", { checks: policy.checks }, ["budget", "window"], false],
    ["budget", { budget: {} }, [undefined, "window"], true],
    ["windows", { windows: { m: 9 } }, ["budget", undefined], true],
  ] as const)("of this lets go on what waits for it: %s", (_, patch, left, hasBaseline) => {
    const past = waiting();
    expect(waits(past)).toEqual(["budget", "window"]);
    past.human({ type: "policy.changed", patch: structuredClone(patch) as object, why: "", files });
    expect(waits(past)).toEqual(left);
    expect(past.state.session.baseline !== undefined).toBe(hasBaseline);
    expect(past.state.session).toMatchObject({ policy: { ...patch, turns: 6 }, title: "Twice", files });
  });

  test("a new cap counts without what was granted on top of the old one; the others keep theirs", () => {
    const budget = { session: { tokens: 1, micros: 5 }, task: { tokens: 2 }, seat: { tokens: 3 } };
    const past = Past.opened({ policy: { budget } });
    past.human({ type: "budget.granted", scope: "session", tokens: 10, why: "" });
    past.human({ type: "budget.granted", scope: "session", tokens: 1, micros: 4, why: "" });
    past.human({ type: "budget.granted", scope: "task", id: "t1", tokens: 20, why: "" });
    past.human({ type: "budget.granted", scope: "seat", id: "ada", micros: 7, why: "" });
    const granted = {
      session: { micros: 4, tokens: 11 },
      "task:t1": { micros: 0, tokens: 20 },
      "seat:ada": { micros: 7, tokens: 0 },
    };
    expect(past.state.grants).toEqual(granted);
    past.human({
      type: "policy.changed",
      patch: { budget: { ...budget, session: { tokens: 1, micros: 6 } } },
      why: "",
    });
    const { session: _, ...others } = granted;
    expect(past.state.grants).toEqual(others);
    past.human({
      type: "policy.changed",
      patch: { budget: { task: { tokens: 3 }, seat: { tokens: 3 } } },
      why: "",
    });
    expect(past.state.grants).toEqual({ "seat:ada": granted["seat:ada"] });
  });
});

describe("runners and steps", () => {
  test("each start is a fence, and loses what the runner before had asked", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.asks(past.turnStarts("turn/1", "ada"));
    expect(past.state.attempts).toHaveLength(1);
    past.runs();
    const first = past.state.head;
    past.runs();
    const seq = past.state.head;
    expect(past.state).toMatchObject({ attempts: [], fence: seq, fences: [first, seq] });
    const runner = { seq, host: "here", pid: 1, startedAt: "then", mode: "run" };
    expect(past.state.runner).toStrictEqual(runner);
    past.harness({ type: "runner.stopped", why: "done" });
    expect(past.state.runner).toEqual({ ...runner, stopped: "done" });
  });

  test("a failed step knows what could be done, and after a person agreed, only then", () => {
    const past = Past.opened();
    const failed = {
      type: "step.failed",
      step: "one",
      error: "no",
      code: "refused",
      remedy: { kind: "checkout" },
    };
    const fails = () => past.harness(failed as Parameters<typeof past.harness>[0]); // any remedy will do
    const { step: _, type: __, ...told } = failed;
    past.fails("two");
    fails();
    expect(past.state.failures.one).toStrictEqual({ kind: "stuck", count: 1, seq: 3, ...told });
    past.human({ type: "step.retried", step: "one", agreed: true });
    const retried = { kind: "retried", count: 0, seq: 4, error: "no" };
    expect(past.state.failures.one).toStrictEqual({ ...retried, remedy: told.remedy });
    fails();
    past.human({ type: "step.retried", step: "one" });
    expect(past.state.failures.one).toStrictEqual({ ...retried, seq: 6 });
    past.human({ type: "step.retried", step: "three", agreed: true });
    expect(past.state.failures.three).toStrictEqual({ ...retried, seq: 7, error: "" });
    expect(past.state.failures.two).toStrictEqual({ kind: "stuck", count: 1, seq: 2, error: "it broke" });
  });

  test("trying a step again forgives its providers", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/1", "ada");
    const { seq } = past.asks(loop);
    past.harness({ type: "model.failed", asked: seq, loop, ask: 1, failure: "overload", text: "" });
    expect(past.state.silences).toEqual({ m: 1 });
    past.human({ type: "step.retried", step: "one" });
    expect(past.state.silences).toEqual({});
  });

  test("the facts that close a step end its failures and effects, and the checks on the base commit do, too", () => {
    const checked = {
      type: "checks.finished",
      commit: "c",
      passed: true,
      results: [],
      sandboxed: false,
    } as const;
    const closing = (why: "baseline" | "testing") => {
      const past = Past.opened().reaches("implementation", [planned("t1")]);
      past.fails("one");
      past.fails("two");
      for (const step of ["one", "two"])
        past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, step);
      past.harness({ ...checked, results: [], why }, "one");
      const { failures, effects } = past.state;
      return [Object.keys(failures), Object.values(effects).map(({ step }) => step)];
    };
    expect(closing("baseline")).toEqual([["two"], ["two"]]);
    expect(closing("testing")).toEqual([
      ["one", "two"],
      ["one", "two"],
    ]);
  });
});
