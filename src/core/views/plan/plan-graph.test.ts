import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { drawnTasks } from "./plan-graph.ts";

test.each([
  [undefined, ["ada", "bo"]],
  ["auto", ["ada", "bo"]],
  ["hand", ["", ""]],
  ["volunteer", ["", ""]],
] as const)("a plan that waits shows who would get what: assigned by %s", (assign, owners) => {
  const { state } = Past.opened({ policy: assign ? { assign } : {} });
  const drawn = drawnTasks({ tasks: [planned("t1"), planned("t2")] }, state);
  expect(drawn.map(({ owner }) => owner)).toEqual(owners);
});
