import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { isBegun } from "../../core/rules/cancel-tasks.ts";
import type { Trigger } from "../../core/terms/task-machine.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { nextStep } from "../../core/views/next/next-step.ts";
import { boardOf } from "../../core/views/plan/board.ts";
import { cancelTasks, waitingFor } from "./cancel-tasks.ts";

function building(): Past {
  const tasks = [planned("t1"), planned("t2", "t1"), planned("t3", "t2"), planned("t4")];
  return Past.opened().reaches("implementation", tasks);
}

const ways: readonly (readonly Trigger[])[] = [
  [],
  ["dispatched"],
  ["dispatched", "ready"],
  ["dispatched", "ready", "done"],
  ["dispatched", "ready", "done", "passed"],
  ["dispatched", "ready", "done", "passed", "approved", "prepared"],
];

describe("10.1: a task can be cancelled", () => {
  test.each(ways)("after %s %s %s %s %s", async (...triggers) => {
    const past = building();
    for (const trigger of triggers) past.moves("t4", trigger);
    const journal = await journalOf(past);
    expect(await cancelTasks(journal, ["t4"], false)).toEqual([{ task: "t4", how: "now" }]);
    expect(boardOf(journal.state()).find(({ id }) => id === "t4")?.state).toBe("cancelled");
  });

  test("its conversation ends with it", async () => {
    const past = building();
    past.moves("t4", "dispatched");
    past.moves("t4", "ready");
    past.threadOpens("coding/t4.1", "mara", "coding", "t4");
    const journal = await journalOf(past);
    const threads = () => journal.state().threads.map(({ name }) => name);
    expect(threads()).toEqual(["coding/t4.1"]);
    await cancelTasks(journal, ["t4"], false);
    expect(threads()).toEqual([]);
  });

  test("what builds on it is named, and nothing is done until the person says so", async () => {
    const journal = await journalOf(building());
    await refuses(
      journal,
      cancelTasks(journal, ["t1"], false),
      "t2 builds on t1. If you cancel t1, t2 waits for you: you can let it go on without t1, change it, or cancel it, too. To cancel only t1: huddle task cancel t1 --yes. To cancel both: huddle task cancel t1 t2",
    );
    const wide = Past.opened().reaches("implementation", [
      planned("t1"),
      planned("t2", "t1"),
      planned("t3", "t1"),
    ]);
    const other = await journalOf(wide);
    await refuses(
      other,
      cancelTasks(other, ["t1"], false),
      "t2 and t3 build on t1. If you cancel t1, t2 and t3 wait for you: you can let them go on without t1, change them, or cancel them, too. To cancel only t1: huddle task cancel t1 --yes. To cancel all of them: huddle task cancel t1 t2 t3",
    );
    expect(await added(journal, cancelTasks(journal, ["t1"], true))).toMatchObject([
      { actor: "human", event: { type: "task.moved", task: "t1", trigger: "cancelled" } },
      {
        actor: "human",
        event: {
          type: "task.moved",
          task: "t2",
          trigger: "blocked",
          origin: "WAITING",
          blocked: "prerequisite",
        },
      },
    ]);
    const [item] = inboxOf(journal.state(), "2026-01-01T01:00:00.000Z");
    expect(item).toMatchObject({ kind: "task", title: "t2 builds on a task that is cancelled" });
    expect(boardOf(journal.state()).map(({ id, state }) => [id, state])).toEqual([
      ["t1", "cancelled"],
      ["t4", "queued"],
      ["t2", "needs you"],
      ["t3", "queued"],
    ]);
  });

  test("together with what builds on it, nothing has to be asked", async () => {
    const journal = await journalOf(building());
    expect(await cancelTasks(journal, ["t1", "t2", "t3"], false)).toHaveLength(3);
    expect(inboxOf(journal.state(), "2026-01-01T01:00:00.000Z")).toEqual([]);
  });

  test("only what exists and is not over", async () => {
    const past = building();
    past.lands("t4");
    const journal = await journalOf(past);
    await refuses(
      journal,
      cancelTasks(journal, ["t9"], false),
      "There is no task t9. There are: t1, t2, t3, t4.",
    );
    await refuses(
      journal,
      cancelTasks(journal, ["t4"], true),
      "t4 is done, so it can no longer be cancelled. To take back what has landed of it: huddle task cancel t4 --revert",
    );
    await cancelTasks(journal, ["t3"], false);
    await refuses(journal, cancelTasks(journal, ["t3"], false), "t3 is cancelled already.");
    const unplanned = await journalOf(Past.opened());
    await refuses(unplanned, cancelTasks(unplanned, ["t1"], true), "no tasks yet");
  });

  test("when every task is cancelled, nothing is reviewed or shipped, and the way out is named", async () => {
    const journal = await journalOf(building());
    await cancelTasks(journal, ["t1", "t2", "t3", "t4"], false);
    expect(nextStep(journal.state(), "2026-01-01T01:00:00.000Z")).toEqual({
      command: "huddle back planning",
      why: "every task is cancelled, so nothing will land",
    });
  });
});

describe("what has begun in git is finished first", () => {
  const begun = (past: Past, kind: "worktree" | "commit" | "land") => {
    const { attempt, state, movedAt } = past.state.tasks.t4 ?? {};
    const step = `task/t4/${attempt}/${state}@${movedAt}`;
    const { seq } = past.harness({ type: "effect.started", kind, task: "t4", input: {} }, step);
    return { step, effect: `e${seq}` };
  };

  function landing(): Past {
    const past = building();
    for (const trigger of ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const)
      past.moves("t4", trigger);
    return past;
  }

  test("a landing under way stays wanted; when it has moved the branch, the task has landed", () => {
    const past = landing();
    const { step, effect } = begun(past, "land");
    past.human({ type: "cancel.requested", task: "t4" });
    expect(past.wanted()).toContain(step);
    past.harness({ type: "effect.settled", effect, failed: false, text: "", commit: "c" }, step);
    past.moves("t4", "landed");
    expect(past.state.tasks.t4?.state).toBe("DONE");
    expect(past.wanted().filter((key) => key.startsWith("cancel/"))).toEqual([]);
  });

  test("a landing that failed: the task is cancelled, not given back to its author", () => {
    const past = landing();
    const { step, effect } = begun(past, "land");
    const { seq } = past.human({ type: "cancel.requested", task: "t4" });
    past.harness({ type: "effect.settled", effect, failed: true, text: "" }, step);
    past.moves("t4", "red");
    expect(past.wanted()).toContain(`cancel/t4@${seq}`);
    expect(past.wanted().filter((key) => key.includes("t4"))).toHaveLength(1);
  });

  test.each([
    ["worktree", undefined, false],
    ["commit", "branch.moved", false],
    ["land", "branch.moved", false],
    ["land", undefined, true],
  ] as const)("a %s that is stuck (%s) has to be finished: %s", (kind, code, must) => {
    const past = landing();
    const { step } = begun(past, kind);
    expect(isBegun(past.state, "t4")).toBe(true);
    past.harness({ type: "step.failed", step, error: "it broke", ...(code && { code }) }, step);
    expect(isBegun(past.state, "t4")).toBe(must);
    past.moves("t4", "cancelled");
    expect(past.state.effects).toEqual({});
  });
});

test("what builds on a task waits for the person once that is cancelled, not while it may still land", async () => {
  const landing = building();
  for (const trigger of ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const)
    landing.moves("t1", trigger);
  const step = `task/t1/1/AWAIT_MERGE@${landing.state.tasks.t1?.movedAt}`;
  landing.harness({ type: "effect.started", kind: "land", task: "t1", input: {} }, step);
  const later = await journalOf(landing);
  expect(await cancelTasks(later, ["t1"], true)).toEqual([{ task: "t1", how: "later" }]);
  expect(waitingFor(later.state(), ["t1"])).toEqual([]);
  const now = await journalOf(building());
  await cancelTasks(now, ["t1"], true);
  expect(waitingFor(now.state(), ["t1"])).toEqual(["t2"]);
});
