import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { seat } from "../../../test/support/plans.ts";
import type { Seat } from "../terms/policy.ts";
import { idleRounds, presentRound, roundsOf } from "./rounds.ts";

const coach = seat("coach", "coach");

/** After so many turns of two engineers and a coach: full rounds, and the present one between turns and in one. */
function after(turns: number, seats: readonly Seat[] = [seat("ada"), seat("bo"), coach]) {
  const past = Past.opened({ seats });
  past.enters("refinement");
  for (let turn = 1; turn <= turns; turn++) past.turn(`turn/refinement.1/${turn}`, turn % 2 ? "ada" : "bo");
  const { state } = past;
  past.turnStarts(`turn/refinement.1/${turns + 1}`, "ada");
  if (!state.stage) throw new Error("no phase");
  return [
    roundsOf(state, state.stage),
    presentRound(state, state.stage),
    presentRound(past.state, state.stage),
  ];
}

test("a round is full when every engineer had a turn, and one under way belongs to its round", () => {
  expect([0, 1, 2, 3, 4].map((turns) => after(turns))).toEqual([
    [0, 0, 1],
    [0, 1, 1],
    [1, 1, 2],
    [1, 2, 2],
    [2, 2, 3],
  ]);
  expect(after(2, [seat("ada"), coach])).toEqual([2, 2, 3]);
});

test("a team without engineers has a round for every turn", () => {
  expect(after(1, [coach])).toEqual([1, 1, 2]);
});

test("a turn of the coach alone is no turn of the round", () => {
  const past = Past.opened();
  past.enters("refinement");
  past.turnStarts("coach/refinement.1/1", "coach", "coach");
  const { stage } = past.state;
  expect(stage && presentRound(past.state, stage)).toBe(0);
  past.turnStarts("turn/refinement.1/1", "ada");
  expect(stage && presentRound(past.state, stage)).toBe(1);
});

test("rounds in which nothing was settled are counted from the last one in which something was", () => {
  const past = Past.opened();
  past.enters("refinement");
  const idle = () => past.state.stage && idleRounds(past.state, past.state.stage);
  const round = (first: number) => {
    past.turn(`turn/refinement.1/${first}`, "ada");
    past.turn(`turn/refinement.1/${first + 1}`, "bo");
  };
  round(1);
  expect(idle()).toBe(1);
  past.add("ada", { type: "point.deferred", topic: "colours", why: "nobody asked" });
  const settled = idle();
  round(3);
  round(5);
  expect([settled, idle()]).toEqual([0, 2]);
});
