import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import { basisOf } from "./artifact-basis.ts";

test("an artifact is checked against the scope and the plan that were accepted, and the tasks there are", () => {
  expect(basisOf(Past.opened().state)).toStrictEqual({ tasks: [], over: [], decisions: [] });
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
  past.moves("t2", "cancelled");
  expect(basisOf(past.state)).toStrictEqual({
    scope,
    plan: { tasks: [planned("t1")] },
    tasks: ["t1", "t2"],
    over: ["t2"],
    decisions: [],
  });
});
