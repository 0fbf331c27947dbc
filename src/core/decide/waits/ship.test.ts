import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { reviewed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import { answerShip, shipWaits } from "./ship.ts";

test("what is done waits to be shipped until a person has said where it goes", () => {
  const past = reviewed();
  const wait = { kind: "ship" as const, id: "p7", since: 7 };
  expect(shipWaits(past.state, undefined)).toEqual([]);
  expect(shipWaits(past.state, 7)).toEqual([wait]);
  const answer = { kind: "ship" as const, onto: "trunk", how: "branch" as const };
  expect(answerShip({ wait, answer, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "ship.requested", onto: "trunk", how: "branch" } },
  ]);
  past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
  expect(shipWaits(past.state, 7)).toEqual([]);
});

test("it says which tasks are not part of it", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  past.lands("t2");
  for (const task of ["t1", "t3"]) past.moves(task, "cancelled");
  expect(shipWaits(past.state, 7)).toEqual([{ kind: "ship", id: "p7", since: 7, missing: ["t1", "t3"] }]);
  past.harness({ type: "tasks.planned", tasks: [planned("t2"), planned("t3")], from: "a1" });
  expect(shipWaits(past.state, 7)).toMatchObject([{ missing: ["t3"] }]);
});

test("what was shipped, or builds nothing, does not wait", () => {
  const past = reviewed();
  past.harness({
    type: "session.shipped",
    onto: "trunk",
    how: "branch",
    was: "w",
    commit: "c",
    effect: "e1",
  });
  expect(shipWaits(past.state, 7)).toEqual([]);
  expect(shipWaits(Past.opened({ policy: { phases: ["refinement", "planning"] } }).state, 7)).toEqual([]);
});

test("words open it again, and no words are refused", () => {
  const { state } = reviewed();
  const wait = { kind: "ship" as const, id: "p7", since: 7 };
  const answered = (words: string) =>
    answerShip({ wait, answer: { kind: "reopen", words }, at: state, first: state.head + 1 });
  expect(answered("")).toEqual({ refused: "Say what must change." });
  expect(answered("Faster.")).toMatchObject([
    { event: { type: "phase.requested", phase: "code-review", why: "Faster." } },
    { event: { type: "message.posted", text: "Faster." } },
  ]);
});
