import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat } from "../../../test/support/plans.ts";
import { floorCandidates } from "./candidates-floor.ts";
import { candidatesOf } from "./decide.ts";

const coded = ["dispatched", "ready"] as const;

/** Tasks of ada, bo, ada and so on. */
function building(...tasks: Parameters<Past["reaches"]>[1] & object): Past {
  return Past.opened().reaches("implementation", tasks);
}

const found = (past: Past) =>
  floorCandidates(past.state).map(({ step, since }) => [step.kind, "task" in step && step.task, since]);

/** Something has begun in git for the step of this task. */
const begins = (past: Past, task: string) => {
  const { attempt, state, movedAt } = past.state.tasks[task] ?? {};
  const key = `task/${task}/${attempt}/${state}@${movedAt}`;
  return past.harness({ type: "effect.started", kind: "worktree", task, input: {} }, key).seq;
};

describe("a task is given out since the last thing that it had to wait for", () => {
  const assigned = (past: Past, task: string, to: string) =>
    past.human({ type: "task.assigned", task, seat: to, why: "" }).seq;

  test("the phase", () => {
    const past = building(planned("t1"));
    expect(found(past)).toEqual([["dispatch", "t1", past.state.stage?.since]]);
  });

  test("its engineer", () => {
    const past = building(planned("t1"));
    const seq = assigned(past, "t1", "bo");
    past.says("ada", "Fine.");
    expect(found(past)).toEqual([["dispatch", "t1", seq]]);
  });

  test("the last of the tasks that it builds on, and of no others", () => {
    const engineers = ["ada", "bo", "cy", "di"];
    const past = Past.opened({ seats: engineers.map((id) => seat(id)) }).reaches(
      "implementation",
      [planned("t1"), planned("t2"), planned("t3", "t1", "t2"), planned("t4")],
      engineers,
    );
    past.lands("t2");
    past.lands("t1");
    const { head } = past.state;
    past.lands("t4");
    expect(found(past)).toEqual([["dispatch", "t3", head]]);
  });

  test("the last task of its engineer, and of no one else", () => {
    const past = building(planned("t1"), planned("t2"), planned("t3"));
    past.lands("t1");
    const { head } = past.state;
    past.lands("t2");
    expect(found(past)).toEqual([["dispatch", "t3", head]]);
  });

  test("a person who let it go on; what the same engineer has not begun does not count", () => {
    const past = building(planned("t1"), planned("t2"), planned("t3"));
    past.moves("t3", "blocked", "", { origin: "WAITING", blocked: "prerequisite" });
    const { seq } = past.moves("t3", "unblocked");
    expect(found(past).map(([, task]) => task)).toEqual(["t1", "t2"]);
    past.human({ type: "task.assigned", task: "t1", seat: "bo", why: "" });
    expect(found(past)).toEqual([
      ["dispatch", "t2", past.state.stage?.since],
      ["dispatch", "t3", seq],
    ]);
  });

  test("nobody: it has no engineer, or its engineer is at work", () => {
    const past = building(planned("t1"), planned("t2"), planned("t3"));
    past.moves("t3", "dispatched");
    expect(found(past).map(([kind, task]) => [kind, task])).toEqual([
      ["dispatch", "t2"],
      ["setup", "t3"],
    ]);
    past.harness({ type: "volunteers.called" });
    expect(found(past).map(([kind, task]) => [kind, task])).toEqual([["setup", "t3"]]);
  });
});

describe("a task that is cancelled", () => {
  test("is given up in its own step, which holds its worktree, and then wants nothing", () => {
    const past = building(planned("t1"));
    for (const trigger of coded) past.moves("t1", trigger);
    const { seq } = past.human({ type: "cancel.requested", task: "t1" });
    expect(floorCandidates(past.state)).toEqual([
      {
        since: seq,
        step: { kind: "cancel", key: `cancel/t1@${seq}`, claims: ["worktree:t1"], task: "t1" },
      },
    ]);
    past.moves("t1", "cancelled");
    expect(found(past)).toEqual([]);
  });

  test("first finishes what it has begun", () => {
    const past = building(planned("t1"));
    const { seq: moved } = past.moves("t1", "dispatched");
    const effect = begins(past, "t1");
    const { seq } = past.human({ type: "cancel.requested", task: "t1" });
    expect(found(past)).toEqual([["setup", "t1", moved]]);
    past.harness({ type: "effect.settled", effect: `e${effect}`, failed: false, text: "", path: "p" });
    expect(found(past)).toEqual([["cancel", "t1", seq]]);
  });

  test("also when nobody has it", () => {
    const past = building(planned("t1"));
    past.harness({ type: "volunteers.called" });
    const { seq } = past.human({ type: "cancel.requested", task: "t1" });
    expect(found(past)).toEqual([["cancel", "t1", seq]]);
  });
});

test("when another phase is asked for, only steps go on that have begun something which is not settled", () => {
  const past = building(planned("t1"), planned("t2"));
  for (const task of ["t1", "t2"]) past.moves(task, "dispatched");
  const [one, two] = [begins(past, "t1"), begins(past, "t2")];
  past.human({ type: "phase.requested", phase: "planning", why: "" });
  expect(found(past).map(([, task]) => task)).toEqual(["t1", "t2"]);
  past.harness({ type: "effect.settled", effect: `e${one}`, failed: false, text: "", path: "p" });
  expect(found(past).map(([, task]) => task)).toEqual(["t2"]);
  past.harness({ type: "effect.settled", effect: `e${two}`, failed: false, text: "", path: "p" });
  expect(found(past)).toEqual([]);
});

test("nobody builds outside of building, and where work is shipped nothing else is done", () => {
  const past = Past.opened().reaches("pre-code-review", [planned("t1")]);
  expect(found(past)).toEqual([]);
  past.enters("implementation");
  expect(found(past)).toHaveLength(1);
  const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
  expect(candidatesOf(past.state)).toEqual([
    { since: seq, step: { kind: "ship", key: `ship@${seq}`, claims: ["landing"] } },
  ]);
});

test("where nobody but the author could judge it, work is not reviewed", () => {
  const past = Past.opened({ seats: [seat("ada"), seat("coach", "coach")] }).reaches(
    "implementation",
    [planned("t1")],
    ["ada"],
  );
  for (const trigger of [...coded, "done", "passed"] as const) past.moves("t1", trigger);
  expect(found(past)).toEqual([]);
});
