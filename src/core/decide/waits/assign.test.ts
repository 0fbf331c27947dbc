import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, seat } from "../../../../test/support/plans.ts";
import { waiting } from "../../../../test/support/waiting.ts";
import { answerAssign, assignWaits } from "./assign.ts";

function waitIn(state: ReturnType<typeof waiting.assign>["state"]) {
  const [wait] = state.stage ? assignWaits(state, state.stage) : [];
  if (!wait) throw new Error("every task has its engineer");
  return wait;
}

test("open tasks go to the engineers who are proposed", () => {
  const { state } = waiting.assign();
  const wait = waitIn(state);
  expect(wait.tasks).toEqual(["t1", "t2"]);
  expect(answerAssign({ wait, answer: { kind: "assign" }, at: state, first: 1 })).toMatchObject([
    { actor: "human", event: { type: "task.assigned", task: "t1", seat: "ada" } },
    { actor: "human", event: { type: "task.assigned", task: "t2", seat: "bo" } },
  ]);
});

test("where there is no engineer it is refused", () => {
  const past = waiting.assign();
  const wait = waitIn(past.state);
  past.human({ type: "seats.changed", seats: [seat("coach", "coach")], why: "alone" });
  expect(answerAssign({ wait, answer: { kind: "assign" }, at: past.state, first: 1 })).toEqual({
    refused: "No engineer can take them.",
  });
});

describe("a person is asked who takes them", () => {
  const waits = ({ state }: Past) => (state.stage ? assignWaits(state, state.stage) : []);
  const plans = (past: Past, ...ids: string[]) =>
    past.harness({ type: "tasks.planned", tasks: ids.map((id) => planned(id)), from: "a1" }).seq;

  test("since they were planned, for those that nobody has", () => {
    const past = waiting.assign();
    const seq = plans(past, "t1", "t2", "t3");
    past.human({ type: "task.assigned", task: "t1", seat: "ada", why: "" });
    expect(waits(past)).toEqual([{ kind: "assign", id: `w${seq}`, since: seq, tasks: ["t2", "t3"] }]);
    for (const task of ["t2", "t3"]) past.human({ type: "task.assigned", task, seat: "ada", why: "" });
    expect(waits(past)).toEqual([]);
  });

  test("once everybody was asked, since then", () => {
    const past = waiting.assign();
    const { seq } = past.harness({ type: "volunteers.called" });
    expect(waits(past)).toEqual([]);
    for (const [index, who] of ["ada", "bo"].entries()) {
      expect(waits(past)).toEqual([]);
      past.turnStarts(`volunteer/${index}`, who, "volunteer");
      past.turnEnds(`volunteer/${index}`);
    }
    expect(waits(past)).toMatchObject([{ since: seq }]);
  });

  test("not before the plan is accepted", () => {
    const past = Past.opened().reaches("planning");
    plans(past, "t1");
    expect(waits(past)).toEqual([]);
    past.signals();
    const id = past.submits("tasks", { tasks: [planned("t1")] });
    expect(waits(past)).toEqual([]);
    past.accepts(id);
    expect(waits(past)).toHaveLength(1);
  });

  test.each([
    ["refinement", 0],
    ["pre-code-review", 1],
    ["implementation", 1],
  ] as const)("in %s: %i", (phase, count) => {
    const past = waiting.assign();
    past.enters(phase, 2);
    expect(waits(past)).toHaveLength(count);
  });
});
