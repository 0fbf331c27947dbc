import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, withoutArchitect } from "../../../test/support/plans.ts";
import type { Policy } from "../terms/policy.ts";
import { type Returning, returning, type TaskState, type Trigger } from "../terms/task-machine.ts";
import { countedReturns, returnTask } from "./rounds.ts";

/** How a task in this state gets to where each return happens. */
const ways: Readonly<Record<Returning, readonly Trigger[]>> = {
  failed: ["done"],
  changes: ["done", "passed"],
  refused: ["done", "passed", "approved"],
  conflict: ["done", "passed", "approved"],
  red: ["done", "passed", "approved", "prepared"],
  lost: [],
};

function building(policy: Partial<Policy> = {}): Past {
  const past = Past.opened({ policy, seats: withoutArchitect }).reaches("implementation", [planned("t1")]);
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  return past;
}

/** The task comes back once more; the words differ each time. Whether it now waits for a person. */
function comesBack(past: Past, trigger: Returning): boolean {
  const state = past.state.tasks.t1?.state;
  if (state === "SETUP") past.moves("t1", "ready");
  for (const way of ways[trigger]) past.moves("t1", way);
  const task = past.state.tasks.t1;
  if (!task) throw new Error("no task");
  const words = `words ${past.state.head}`;
  const { event } = returnTask(task, trigger, { why: words, feedback: words }, past.state.session.policy);
  past.harness(event, `task/t1/1/${task.state}@${task.movedAt}`);
  return past.decided().waits.some((wait) => wait.kind === "task");
}

const back: Readonly<Record<Returning, TaskState>> = {
  failed: "CODING",
  changes: "CODING",
  refused: "CODING",
  conflict: "SETUP",
  red: "SETUP",
  lost: "SETUP",
};

describe("10.1: rounds are bounded, whatever the words", () => {
  test.each(returning)("the third return by %s waits for a person", (trigger) => {
    const past = building();
    expect([1, 2, 3].map(() => comesBack(past, trigger))).toEqual([false, false, true]);
    expect(past.state.tasks.t1).toMatchObject({ state: "BUDGET_REVIEW", origin: back[trigger] });
    expect(past.wanted()).toEqual([]);
  });

  test("the sixth return by any waits for a person", () => {
    const past = building();
    const mixed = ["failed", "changes", "conflict", "failed", "changes", "red"] as const;
    expect(mixed.map((trigger) => comesBack(past, trigger))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  test("both numbers are policy", () => {
    const once = building({ rounds: { same: 1, any: 6 } });
    expect(comesBack(once, "failed")).toBe(true);
    const twice = building({ rounds: { same: 3, any: 2 } });
    expect([comesBack(twice, "failed"), comesBack(twice, "changes")]).toEqual([false, true]);
  });

  test("more rounds are as many as before, and everything that came back stays known", () => {
    const past = building();
    for (let grant = 0; grant < 4; grant += 1) {
      expect([1, 2, 3].map(() => comesBack(past, "failed"))).toEqual([false, false, true]);
      past.moves("t1", grant % 2 === 0 ? "granted" : "redirected");
      expect(past.state.tasks.t1?.state).toBe("CODING");
    }
    expect(past.state.tasks.t1?.returns).toHaveLength(12);
  });

  test("only returns of one kind from one state are the same", () => {
    const past = building({ rounds: { same: 2, any: 9 } });
    const task = () => past.state.tasks.t1 ?? fail();
    const back = () =>
      past.harness(
        returnTask(task(), "lost", { why: "gone", feedback: "It is gone." }, past.state.session.policy).event,
      );
    back();
    for (const trigger of ["ready", "done"] as const) past.moves("t1", trigger);
    back();
    expect(task().state).toBe("SETUP");
    for (const trigger of ["ready", "done", "failed", "done"] as const) past.moves("t1", trigger);
    expect(back().event).toEqual({
      type: "task.moved",
      task: "t1",
      from: "TESTING",
      to: "BUDGET_REVIEW",
      trigger: "limit",
      attempt: 1,
      why: "gone, again",
      feedback: "It is gone.",
      returned: "lost",
      origin: "SETUP",
    });
  });

  test("no order of returns and grants gets past the bound", () => {
    const deeds = fc.array(fc.constantFrom(...returning), { minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(deeds, (triggers) => {
        const past = building();
        let since = 0;
        for (const trigger of triggers) {
          since += 1;
          const waits = comesBack(past, trigger);
          const counted = countedReturns(past.state.tasks.t1 ?? fail());
          expect(counted).toHaveLength(since);
          const most = Math.max(
            ...returning.map((one) => counted.filter((each) => each.trigger === one).length),
          );
          expect(waits).toBe(since >= 6 || most >= 3);
          if (!waits) continue;
          past.moves("t1", "granted");
          since = 0;
        }
      }),
      { numRuns: 60 },
    );
  });
});

function fail(): never {
  throw new Error("no task");
}
