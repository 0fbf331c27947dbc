import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { criteriaOf } from "./criteria-of.ts";

const own = [{ id: "t1.1", text: "a test says so" }];

test("a task is judged by what the scope accepts for its requirements, else by its own done-criteria", () => {
  const { state } = Past.opened().reaches("implementation", [planned("t1")]);
  expect(criteriaOf(state, planned("t1"))).toEqual([{ id: "r1.1", text: "a test says so" }]);
  expect(criteriaOf(state, { ...planned("t1"), requirements: [] })).toEqual(own);
  expect(criteriaOf(state, { ...planned("t1"), requirements: ["r9"] })).toEqual(own);
  expect(criteriaOf({ accepted: {} }, planned("t1"))).toEqual(own);
});

test("a task that mends another is judged by that first, and by what that one had to meet", () => {
  const { state } = Past.opened().reaches("implementation", [planned("t1")]);
  const mending = { ...planned("t2"), done: ["it no longer hangs", "nor crashes"], mends: "t1" };
  expect(criteriaOf(state, mending)).toEqual([
    { id: "t2.1", text: "it no longer hangs" },
    { id: "t2.2", text: "nor crashes" },
    { id: "r1.1", text: "a test says so" },
  ]);
});
