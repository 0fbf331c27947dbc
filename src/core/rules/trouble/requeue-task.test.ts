import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { Task } from "../../state/task.ts";
import { mostAttempts, requeueTask, retryTask } from "./requeue-task.ts";

function coding(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  return past;
}

function task(past: Past): Task {
  const { t1 } = past.state.tasks;
  if (!t1) throw new Error("no task");
  return t1;
}

function ends(past: Past, why: string): void {
  const { event } = requeueTask(task(past), why);
  past.harness(event);
}

test("a task has three attempts, then it has failed; a person gives it all of them again", () => {
  const past = coding();
  const ways: string[] = [];
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    ends(past, `no ${attempt}`);
    ways.push(`${task(past).state} ${task(past).attempt}`);
    if (task(past).state === "WAITING")
      for (const go of ["dispatched", "ready"] as const) past.moves("t1", go);
  }
  expect(ways).toEqual(["WAITING 2", "WAITING 3", "FAILED 3"]);
  const { actor, event } = retryTask(task(past));
  past.add(actor, event);
  expect(task(past)).toMatchObject({ state: "WAITING", attempt: 4, tries: 0 });
  for (const go of ["dispatched", "ready"] as const) past.moves("t1", go);
  ends(past, "no 4");
  expect(task(past)).toMatchObject({ state: "WAITING", attempt: 5, tries: 1 });
});

test("nothing of the attempt is left but its engineer and what was learned; its commit is the last of the past", () => {
  const past = coding();
  const { owner, assignedAt, plannedAt } = task(past);
  past.harness({ type: "effect.started", kind: "worktree", task: "t1", input: { commit: "base" } });
  const worktree = { effect: `e${past.state.head}`, failed: false, text: "", path: "t1.5" };
  past.harness({ type: "effect.settled", ...worktree });
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  past.moves("t1", "done");
  past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} });
  past.harness({
    type: "effect.settled",
    effect: `e${past.state.head}`,
    failed: false,
    text: "",
    commit: "c1",
  });
  past.moves("t1", "failed", "two tests fail");
  ends(past, "it said nothing");
  const learned = ["It ended because: it said nothing\nIt came back because of its checks: two tests fail"];
  expect(task(past)).toEqual({
    id: "t1",
    order: 0,
    plan: planned("t1"),
    plannedAt,
    owner,
    assignedAt,
    volunteers: [],
    state: "WAITING",
    attempt: 2,
    movedAt: past.state.head,
    summary: undefined,
    feedback: undefined,
    feedbackAt: 0,
    evidence: undefined,
    worktree: undefined,
    base: undefined,
    commit: undefined,
    committedAt: 0,
    wrote: {},
    reviews: 0,
    review: undefined,
    returns: [],
    decidedAt: 0,
    origin: undefined,
    blocked: undefined,
    landed: undefined,
    tries: 1,
    learned,
  });
  expect(past.state.past).toEqual({ t1: { attempt: 1, commit: "c1" } });
  expect(past.state.threads).toEqual([]);
});

test("a lesson is short, however long the words were", () => {
  const past = coding();
  for (const _ of [1, 2, 3, 4, 5]) {
    past.moves("t1", "done");
    past.moves("t1", "failed", "x".repeat(5_000));
  }
  ends(past, "y".repeat(5_000));
  const [lesson = ""] = task(past).learned ?? [];
  expect(lesson.length).toBeLessThan(2_700);
  expect(lesson.split("\n")).toHaveLength(4);
});
