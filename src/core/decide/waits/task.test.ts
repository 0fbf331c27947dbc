import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, seat, withoutArchitect } from "../../../../test/support/plans.ts";
import { waitingCases } from "../../../../test/support/waiting.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Draft } from "../../facts/fact.ts";
import { acceptArtifact } from "../../rules/accept-artifact.ts";
import { cancelTasks, dispatchTask } from "../../rules/cancel-tasks.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";
import { answerTask, type TaskAnswer, type TaskTrouble, taskWaits } from "./task.ts";

/** A task that came back too often, and one that builds on it. */
function limited(): Past {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [
    planned("t1"),
    planned("t2", "t1"),
  ]);
  for (const trigger of ["dispatched", "ready", "limit"] as const) past.moves("t1", trigger);
  return past;
}

describe("10.41: a task that needs a person", () => {
  test("waits for one, with those who could take it and what builds on it", () => {
    expect(taskWaits(limited().state)).toMatchObject([
      { kind: "task", task: "t1", owner: "ada", others: ["bo"], dependents: ["t2"] },
    ]);
  });

  test.each<[string, (past: Past) => void]>([
    ["when the team is in another phase", (past) => past.enters("planning")],
    [
      "when a person has asked for another phase",
      (past) => past.human({ type: "phase.requested", phase: "planning", why: "" }),
    ],
    ["when it is being cancelled", (past) => past.human({ type: "cancel.requested", task: "t1" })],
  ])("does not wait %s", (_, happens) => {
    const past = limited();
    happens(past);
    expect(taskWaits(past.state)).toEqual([]);
  });
});

describe("what is in the way of a task", () => {
  const move = {
    type: "task.moved",
    task: "t1",
    from: "CODING",
    to: "BLOCKED",
    attempt: 1,
    why: "w",
  } as const;
  const cases: readonly [Partial<EventOf<"task.moved">> & Pick<EventOf<"task.moved">, "trigger">, string][] =
    [
      [{ trigger: "limit", to: "BUDGET_REVIEW", returned: "failed", origin: "CODING" }, "rounds"],
      [{ trigger: "limit", to: "BUDGET_REVIEW", origin: "CODE_REVIEW" }, "verdict"],
      [{ trigger: "limit", to: "BUDGET_REVIEW", origin: "CODING" }, "requests"],
      [{ trigger: "limit", to: "BUDGET_REVIEW" }, "requests"],
      [{ trigger: "blocked", origin: "WAITING", blocked: "prerequisite" }, "dependency"],
      [{ trigger: "blocked", origin: "CODING", blocked: "prerequisite" }, "prerequisite"],
      [{ trigger: "blocked", origin: "CODING", blocked: "invalid-task" }, "invalid-task"],
      [{ trigger: "broken", origin: "TESTING", blocked: "environment" }, "check"],
      [{ trigger: "broken", blocked: "environment" }, "check"],
    ];

  test.each(cases)("%j", (moved, why) => {
    const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [
      planned("t1"),
      planned("t2"),
    ]);
    past.harness({ ...move, ...moved });
    expect(taskWaits(past.state)).toMatchObject([{ task: "t1", why }]);
  });
});

describe("a task that builds on a cancelled one", () => {
  const reworded = { ...planned("t2", "t1"), title: "Otherwise" };

  /** t1 is cancelled, and t2 builds on it. */
  function cancelled(...more: PlannedTask[]): Past {
    const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [
      planned("t1"),
      planned("t2", "t1"),
      ...more,
    ]);
    cancels(past, "t1");
    return past;
  }

  function adds(past: Past, drafts: readonly Draft[]): void {
    for (const { actor, event } of drafts) past.add(actor, event);
  }

  function cancels(past: Past, id: string): void {
    adds(
      past,
      cancelTasks(
        "human",
        Object.values(past.state.tasks).filter((task) => task.id === id),
        past.state,
      ),
    );
  }

  function plans(past: Past, ...tasks: PlannedTask[]): void {
    adds(past, acceptArtifact("human", "a1", { kind: "tasks", body: { tasks } }, past.state));
  }

  function answers(past: Past, answer: TaskAnswer): void {
    const [wait] = taskWaits(past.state);
    if (!wait) throw new Error("nothing waits");
    const drafts = answerTask({ wait, answer, at: past.state, first: past.state.head + 1 });
    if ("refused" in drafts) throw new Error(drafts.refused);
    adds(past, drafts);
  }

  const waiting = (past: Past) => taskWaits(past.state).map(({ task, why }) => [task, why]);
  const dispatched = (past: Past) =>
    past.decided().steps.flatMap((step) => (step.kind === "dispatch" ? [step.task] : []));

  test("waits for a person, who can let it go on", () => {
    const past = cancelled();
    expect([waiting(past), dispatched(past)]).toEqual([[["t2", "dependency"]], []]);
    answers(past, { kind: "continue" });
    expect([waiting(past), dispatched(past)]).toEqual([[], ["t2"]]);
  });

  test("waits for a person also when it is planned anew", () => {
    const past = cancelled(planned("t3", "t1"));
    plans(past, planned("t1"), reworded, { ...planned("t3", "t1"), title: "Otherwise" }, planned("t4", "t1"));
    expect(waiting(past)).toEqual([
      ["t2", "dependency"],
      ["t3", "dependency"],
      ["t4", "dependency"],
    ]);
    expect(new Set(taskWaits(past.state).map(({ id }) => id)).size).toBe(3);
    expect(dispatched(past)).toEqual([]);
  });

  test("waits for a person at the latest when it is given out, as in logs that say nothing of it before", () => {
    const past = cancelled();
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), reworded], from: "a1" });
    past.harness({ type: "task.assigned", task: "t2", seat: "bo", why: "turn" });
    expect(dispatched(past)).toEqual(["t2"]);
    adds(
      past,
      Object.values(past.state.tasks)
        .filter(({ id }) => id === "t2")
        .map((task) => dispatchTask(task, "bo", past.state)),
    );
    expect([waiting(past), dispatched(past)]).toEqual([[["t2", "dependency"]], []]);
    answers(past, { kind: "continue" });
    expect([waiting(past), dispatched(past)]).toEqual([[], ["t2"]]);
  });

  test("does not wait when its new plan does without, or when the other is planned anew, too", () => {
    const without = cancelled();
    plans(without, planned("t1"), planned("t2"));
    expect([waiting(without), dispatched(without)]).toEqual([[], ["t2"]]);
    const both = cancelled();
    plans(both, { ...planned("t1"), title: "Otherwise" }, reworded);
    expect([waiting(both), dispatched(both)]).toEqual([[], ["t1"]]);
  });

  test("is not asked about twice, but again when the other is cancelled again, or it builds on one more", () => {
    const past = cancelled(planned("t3"));
    answers(past, { kind: "continue" });
    plans(past, planned("t1"), reworded, planned("t3"));
    expect(waiting(past)).toEqual([]);
    cancels(past, "t3");
    plans(past, planned("t1"), planned("t2", "t1", "t3"), planned("t3"));
    expect(waiting(past)).toEqual([["t2", "dependency"]]);
    answers(past, { kind: "continue" });
    plans(past, { ...planned("t1"), title: "Otherwise" }, planned("t2", "t1"), planned("t3"));
    expect(dispatched(past)).toEqual(["t1"]);
    cancels(past, "t1");
    plans(past, { ...planned("t1"), title: "Otherwise" }, reworded, planned("t3"));
    expect(waiting(past)).toEqual([["t2", "dependency"]]);
  });
});

describe("what a person answers", () => {
  const cases = waitingCases.filter(({ kind, name }) => kind === "task" && name !== "task");
  const waitingFor = (why: TaskTrouble) =>
    cases.find(({ name }) => name === `task, ${why}`)?.past() ?? Past.opened();

  function answered(why: TaskTrouble, answer: TaskAnswer) {
    const { state } = waitingFor(why);
    const [wait] = taskWaits(state);
    if (!wait) throw new Error("nothing waits");
    expect(wait.why).toBe(why);
    const drafts = answerTask({ wait, answer, at: state, first: state.head + 1 });
    if ("refused" in drafts) return drafts.refused;
    expect(drafts.every(({ actor }) => actor === "human")).toBe(true);
    return drafts.map(({ event }) =>
      event.type === "task.moved"
        ? [event.trigger, event.to, event.why, event.attempt]
        : event.type === "message.posted"
          ? event.text
          : event,
    );
  }

  const settled = "About t1: What was in the way is settled.";

  test.each<[TaskTrouble, unknown]>([
    ["rounds", [["granted", "CODING", "more rounds", 1]]],
    ["requests", [["granted", "CODING", "more rounds", 1]]],
    ["verdict", [["granted", "CODE_REVIEW", "more rounds", 1]]],
    ["check", [["unblocked", "TESTING", "the checks run again", 1]]],
    ["dependency", [["unblocked", "WAITING", "it goes on without the cancelled task", 1]]],
    ["environment", [settled, ["unblocked", "CODING", "what was in the way is settled", 2]]],
    ["prerequisite", [settled, ["unblocked", "CODING", "what was in the way is settled", 1]]],
    ["failed", [["retried", "WAITING", "from the start", 2]]],
    ["invalid-task", "Trying again would change nothing: say what its engineer should do, or cancel it."],
  ])("yes to %s", (why, drafts) => {
    expect(answered(why, { kind: "continue" })).toEqual(drafts);
  });

  const said = "as the product manager says";

  test.each<[TaskTrouble, readonly unknown[]]>([
    ["rounds", ["redirected", "CODING", said, 1]],
    ["requests", ["redirected", "CODING", said, 1]],
    ["verdict", ["redirected", "CODE_REVIEW", said, 1]],
    ["check", ["redirected", "CODING", said, 1]],
    ["environment", ["redirected", "CODING", said, 2]],
    ["prerequisite", ["redirected", "CODING", said, 1]],
    ["invalid-task", ["redirected", "CODING", said, 1]],
    ["failed", ["retried", "WAITING", "from the start", 2]],
  ])("words about %s are read by who goes on", (why, move) => {
    expect(answered(why, { kind: "redirect", words: "By hand." })).toEqual(["About t1: By hand.", move]);
    expect(answered(why, { kind: "redirect", words: "" })).toBe("Say what should be done differently.");
  });

  test("words about a task that has not started have no reader", () => {
    expect(answered("dependency", { kind: "redirect", words: "By hand." })).toBe(
      "t2 has not started, so it has no reader for your words yet. Edit the plan.",
    );
  });

  const over = "bo takes it over";

  test.each<[TaskTrouble, readonly unknown[]]>([
    ["rounds", ["redirected", "CODING", over, 2]],
    ["requests", ["redirected", "CODING", over, 2]],
    ["check", ["redirected", "CODING", over, 2]],
    ["environment", ["redirected", "CODING", over, 3]],
    ["prerequisite", ["redirected", "CODING", over, 2]],
    ["invalid-task", ["redirected", "CODING", over, 2]],
    ["failed", ["retried", "WAITING", "from the start", 2]],
  ])("another engineer takes over in its next attempt: %s", (why, move) => {
    expect(answered(why, { kind: "reassign", seat: "bo" })).toEqual([
      { type: "task.assigned", task: "t1", seat: "bo", why: "by hand" },
      move,
    ]);
  });

  test("another engineer would not help where the reviewer or another task is in the way", () => {
    expect(answered("verdict", { kind: "reassign", seat: "bo" })).toBe(
      "Another engineer for t1 would change nothing here.",
    );
    expect(answered("dependency", { kind: "reassign", seat: "ada" })).toBe(
      "Another engineer for t2 would change nothing here.",
    );
  });

  test("only another engineer can take it over", () => {
    expect(answered("rounds", { kind: "reassign", seat: "ada" })).toBe(
      "ada cannot take t1 over. Engineers who can: bo.",
    );
    const past = waitingFor("rounds");
    past.human({ type: "seats.changed", seats: [seat("ada")], why: "" });
    const [wait] = taskWaits(past.state);
    if (!wait) throw new Error("nothing waits");
    const answer = { kind: "reassign", seat: "bo" } as const;
    expect(answerTask({ wait, answer, at: past.state, first: 1 })).toEqual({
      refused: "bo cannot take t1 over. Engineers who can: none.",
    });
  });

  test("cancelled, it is over", () => {
    expect(answered("rounds", { kind: "cancel" })).toEqual([["cancelled", "CANCELLED", "cancelled", 1]]);
  });

  test("cancelled, what builds on it waits, too", () => {
    const { state } = limited();
    const [wait] = taskWaits(state);
    if (!wait) throw new Error("nothing waits");
    expect(answerTask({ wait, answer: { kind: "cancel" }, at: state, first: 1 })).toMatchObject([
      { event: { task: "t1", trigger: "cancelled" } },
      { event: { task: "t2", trigger: "blocked" } },
    ]);
  });

  test("a task that the plan no longer has is not answered for", () => {
    const past = waitingFor("rounds");
    const [wait] = taskWaits(past.state);
    if (!wait) throw new Error("nothing waits");
    past.harness({ type: "tasks.planned", tasks: [planned("t7")], from: "a1" });
    expect(answerTask({ wait, answer: { kind: "continue" }, at: past.state, first: 1 })).toEqual({
      refused: "There is no task t1 any more.",
    });
  });
});

test("a task that findings made is not part of the plan, and cannot be edited there", () => {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [
    planned("t1"),
    planned("t2"),
  ]);
  past.harness({
    type: "tasks.planned",
    tasks: [planned("t1"), planned("t2"), planned("t3")],
    from: "a1",
  });
  for (const task of ["t2", "t3"])
    for (const trigger of ["dispatched", "ready", "limit"] as const) past.moves(task, trigger);
  expect(taskWaits(past.state).map(({ task, isPlanned }) => [task, isPlanned])).toEqual([
    ["t2", true],
    ["t3", false],
  ]);
});
