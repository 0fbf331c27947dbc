import { describe, expect, test } from "vitest";
import { seat, team } from "../../../test/support/plans.ts";
import { Fault } from "../../core/fault.ts";
import type { Seat } from "../../core/terms/policy.ts";
import { checkTeam } from "./check-team.ts";

const [ada, bo] = [seat("ada"), seat("bo")];
const [coach, architect] = [seat("coach", "coach"), seat("architect", "architect")];
const talks = (one: Seat): Seat => ({ ...one, textOnly: true });
const nobodyKnows = () => undefined;

test("a complete team may start, with or without a coach and an architect", () => {
  checkTeam(team, nobodyKnows);
  checkTeam([ada, bo], nobodyKnows);
});

describe("a team is refused, with the reason", () => {
  test.each<[string, readonly Seat[], string]>([
    ["a reserved name", [ada, seat("human")], "may be called human"],
    ["two of one name", [ada, ada], "are called ada"],
    ["one engineer", [ada, coach], "this one has 1"],
    ["a coach in plain text", [ada, bo, talks(coach)], "The coach needs a model that can use tools"],
    ["an architect in plain text", [ada, bo, talks(architect)], "The architect needs"],
    ["nobody who can build", [talks(ada), talks(bo), coach, architect], "nothing can be built"],
    ["nobody who can review", [ada, talks(bo), coach], "Nobody could review what ada builds"],
  ])("%s", (_, seats, why) => {
    expect(() => checkTeam(seats, nobodyKnows)).toThrow(Fault);
    expect(() => checkTeam(seats, nobodyKnows)).toThrow(why);
  });
});

describe("a member in plain text", () => {
  test("may sit among others who build and review", () => {
    checkTeam([talks(ada), bo, architect], nobodyKnows);
    checkTeam([talks(ada), bo, seat("cy")], nobodyKnows);
  });

  test("is what a model without tools can be, and nothing else", () => {
    const cannot = (model: string) => model !== "small";
    const small = (one: Seat): Seat => ({ ...one, model: "small" });
    expect(() => checkTeam([small(ada), bo, architect], cannot)).toThrow(
      'ada (engineer) would use small, which cannot use tools, as its check found (to repeat the check: huddle model check small). Give them another model, or let them take part in discussions only: "text": true',
    );
    checkTeam([talks(small(ada)), bo, architect], cannot);
    expect(() => checkTeam([ada, bo, small(coach)], cannot)).toThrow("A coach needs tools");
  });

  const weak = (one: Seat): Seat => ({ ...one, model: "home/tiny" });
  test.each<[string, readonly Seat[]]>([
    ["nobody builds", [talks(weak(ada)), talks(weak(bo))]],
    ["nobody reviews", [talks(weak(ada)), bo, coach]],
    ["the coach has it", [ada, bo, weak(coach)]],
    ["the architect has it", [ada, bo, weak(architect)]],
    ["an engineer has it", [weak(ada), bo, coach, architect]],
  ])("10.24: every refusal for a check names it, and how to repeat it: %s", (_, seats) => {
    expect(() => checkTeam(seats, (model) => model !== "home/tiny")).toThrow("huddle model check home/tiny");
  });
});
