import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf } from "../../../test/support/told.ts";
import { waitingCases } from "../../../test/support/waiting.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { type TaskState, type Trigger, transitions } from "../../core/terms/task-machine.ts";
import { type TaskActKind, taskActs } from "../../core/views/acts/task-act.ts";
import type { Project } from "../project.ts";
import { assign } from "../say/assign.ts";
import { cancelTasks } from "../say/cancel-tasks.ts";
import { retryTasks } from "../say/retry-tasks.ts";
import { taskNamed } from "../say/task-named.ts";
import { actsOn } from "./acts-on.ts";
import { commentTask } from "./comment-task.ts";
import { heldTask } from "./give-task.ts";
import { hurryTask } from "./hurry-task.ts";
import { wishToRevert } from "./revert-task.ts";
import { splitTask } from "./split-task.ts";
import { wishToTake } from "./take-task.ts";
import { unblockTask } from "./unblock-task.ts";

// A comment about no line looks at no file.
const noProject = {} as Project;

/** What each act really does. */
const does: Readonly<
  Record<TaskActKind, (journal: Journal, id: string, seat: string, words: string) => Promise<unknown>>
> = {
  // Only its journal is used.
  comment: (journal, id) => commentTask(noProject, { journal } as SessionFiles, id, { words: "So." }),
  take: (journal, id) => wishToTake(journal, taskNamed(journal.state(), id)),
  open: async (journal, id) => heldTask(journal.state(), id),
  give: async (journal, id) => heldTask(journal.state(), id),
  finish: async (journal, id) => heldTask(journal.state(), id),
  retry: (journal, id) => retryTasks(journal, [id]),
  unblock: (journal, id, _, words) => unblockTask(journal, id, words),
  assign: (journal, id, seat) => assign(journal, { kind: "hand", pairs: [[id, seat]] }),
  land: hurryTask,
  split: (journal, id) => splitTask(journal, id, ""),
  cancel: (journal, id) => cancelTasks(journal, [id], true),
  revert: (journal, id) => wishToRevert(journal, id, true),
};

/** The act would be accepted, but helps with nothing. */
const pointless: Partial<Record<TaskActKind, (past: Past, id: string, seat: string) => boolean>> = {
  // A worktree that stands: what is taken again has lost it.
  take: ({ state }, id) => state.tasks[id]?.state === "HELD",
  open: ({ state }, id) => state.tasks[id]?.worktree === undefined,
  retry: ({ state }, id) => state.tasks[id]?.state === "HELD",
  assign: ({ state }, id, seat) => state.tasks[id]?.owner === seat,
  land: ({ state }, id) =>
    Object.values(state.tasks).every(
      (one) => one.id === id || ["DONE", "CANCELLED", "HELD"].includes(one.state),
    ),
};

/** Whether it is accepted and changes something. */
async function helps(
  past: Past,
  kind: TaskActKind,
  id: string,
  seat: string,
  words: string,
): Promise<boolean> {
  const journal = await journalOf(past);
  try {
    const drafts = await added(journal, does[kind](journal, id, seat, words));
    return drafts.length > 0 || kind === "open" || kind === "give" || kind === "finish";
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

async function holds(past: Past): Promise<void> {
  for (const id of Object.keys(past.state.tasks)) {
    const acts = actsOn(past.state, id);
    for (const kind of taskActs) {
      const act = acts.find((one) => one.kind === kind);
      for (const seat of kind === "assign" ? ["ada", "bo"] : ["ada"]) {
        const isOffered = kind === "assign" ? act?.seats?.includes(seat) === true : act !== undefined;
        const words = act?.words === "must" ? "It is there." : "";
        const wanted = !pointless[kind]?.(past, id, seat) && (await helps(past, kind, id, seat, words));
        expect({ kind, id, seat, isOffered }).toEqual({ kind, id, seat, isOffered: wanted });
      }
    }
  }
}

/** Two tasks, the second builds on the first, and a third; then one move after another that the table allows. */
function walked(ways: readonly number[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1"), planned("t3")]);
  for (const [at, way] of ways.entries()) {
    const id = ["t1", "t1", "t2", "t3"][at % 4] ?? "t1";
    const from: TaskState = past.state.tasks[id]?.state ?? "WAITING";
    const triggers = (Object.keys(transitions[from]) as Trigger[]).filter((one) => one !== "split"); // keys are triggers
    const trigger = triggers[way % Math.max(1, triggers.length)];
    const isAsleep = from === "WAITING" || from === "SETUP";
    const stops = trigger && ["blocked", "broken", "limit", "asked", "overdue"].includes(trigger);
    const carried = stops ? ({ origin: isAsleep ? from : "CODING", blocked: "environment" } as const) : {};
    if (trigger) past.moves(id, trigger, "why", carried);
  }
  return past;
}

describe("what can be done about a task", () => {
  test.each(waitingCases)("is what would be accepted and would change something: $name", async ({ past }) => {
    await holds(past());
  });

  test("is that in every state, whatever came before", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(12), { maxLength: 14 }), async (ways) => holds(walked(ways))),
      { numRuns: 25 },
    );
  });

  test("says first what a person has to know", () => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);
    expect(actsOn(past.state, "t1")).toContainEqual({
      kind: "cancel",
      first: expect.stringContaining("t2 builds on t1."),
    });
    past.lands("t1");
    past.harness({ type: "task.landed", task: "t1", was: "base", commit: "c", checks: 1 });
    expect(actsOn(past.state, "t1")).toEqual([
      { kind: "revert", first: expect.stringContaining("Other tasks build on t1:") },
    ]);
    past.human({ type: "revert.requested", task: "t1" });
    expect(actsOn(past.state, "t1")).toEqual([]);
  });

  test("is nothing once the session is over, and a task that nobody knows is named", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    past.human({ type: "session.closed", how: "abandoned", why: "x" });
    expect(actsOn(past.state, "t1")).toEqual([]);
    expect(() => actsOn(past.state, "t9")).toThrow("There is no task t9.");
  });
});
