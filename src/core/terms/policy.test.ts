import { expect, test } from "vitest";
import { planned, seat, team } from "../../../test/support/plans.ts";
import { assignTasks } from "../rules/assign-tasks.ts";
import { reviewerOf, type Seat, scribeOf } from "./policy.ts";

const talks = (id: string): Seat => ({ ...seat(id), textOnly: true });
const [coach, architect] = [seat("coach", "coach"), seat("architect", "architect")];

test("somebody else reviews: the architect, or the next engineer", () => {
  expect(reviewerOf(team, "ada")?.id).toBe("architect");
  expect(reviewerOf([seat("ada"), seat("bo"), seat("cy"), coach], "bo")?.id).toBe("cy");
  expect(reviewerOf([seat("ada"), seat("bo"), coach], "bo")?.id).toBe("ada");
});

test("the coach writes up, or the architect, or the first engineer", () => {
  expect(scribeOf(team)?.id).toBe("coach");
  expect(scribeOf([seat("ada"), architect])?.id).toBe("architect");
  expect(scribeOf([seat("ada"), seat("bo")])?.id).toBe("ada");
});

test("a member without tools gets no task, reviews nothing and writes nothing up", () => {
  const seats = [talks("ada"), seat("bo"), seat("cy")];
  expect(assignTasks([planned("t1"), planned("t2"), planned("t3", "t1")], seats)).toEqual([
    { task: "t1", seat: "bo" },
    { task: "t2", seat: "cy" },
    { task: "t3", seat: "bo" },
  ]);
  expect(reviewerOf(seats, "cy")?.id).toBe("bo");
  expect(reviewerOf([talks("ada"), seat("bo"), coach], "bo")).toBeUndefined();
  expect(scribeOf(seats)?.id).toBe("bo");
});
