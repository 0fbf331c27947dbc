import { expect, test } from "vitest";
import { seat } from "../../../../test/support/plans.ts";
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
