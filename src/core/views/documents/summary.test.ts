import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import { summaryOf } from "./summary.ts";

type Result = EventOf<"checks.finished">["results"][number];

const result: Result = { name: "unit", command: "u", exit: 0, ms: 1, blob: "b" };

/** Two tasks for one requirement; the first has landed with these checks. */
function landedWith(results: readonly Result[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  const checks = {
    type: "checks.finished",
    commit: "c",
    why: "landing",
    passed: true,
    sandboxed: false,
  } as const;
  const { seq } = past.harness({ ...checks, task: "t1", results: [...results] });
  past.harness({ ...checks, task: "t2", results: [{ ...result, counts: { passed: 90, failed: 0 } }] });
  past.harness({ type: "task.landed", task: "t1", was: "base", commit: "c1", checks: seq });
  past.lands("t1");
  return past;
}

test.each<[string, readonly Result[], number | undefined]>([
  ["no check", [], undefined],
  ["a check that counts nothing", [result], undefined],
  ["one that counts none", [{ ...result, counts: { passed: 0, failed: 0 } }], 0],
  [
    "two that count, and one that does not",
    [
      { ...result, counts: { passed: 3, failed: 1 } },
      result,
      { ...result, counts: { passed: 4, failed: 0 } },
    ],
    7,
  ],
])("a task landed with %s", (_, results, tests) => {
  const past = landedWith(results);
  const [requirement] = summaryOf(past.state, past.facts);
  expect(requirement?.tasks).toEqual([
    { id: "t1", title: "Build t1", commit: "c1", tests },
    { id: "t2", title: "Build t2", commit: undefined, tests: undefined },
  ]);
});

test("each requirement has the tasks that are for it, and is met when all of these have landed", () => {
  const body = { ...scope, requirements: ["r1", "r2", "r3"].map((id) => ({ id, text: id, accepted: [] })) };
  const past = Past.opened();
  past.enters("refinement");
  past.accepts(past.submits("scope", body));
  const tasks = [planned("t1"), { ...planned("t2"), requirements: ["r1", "r2"] }];
  past.harness({ type: "tasks.planned", tasks, from: "a1" });
  past.enters("implementation");
  const met = () =>
    summaryOf(past.state, past.facts).map(({ id, tasks: its, met: isMet }) => [
      id,
      its.map((one) => one.id),
      isMet,
    ]);
  past.lands("t2");
  expect(met()).toEqual([
    ["r1", ["t1", "t2"], false],
    ["r2", ["t2"], true],
    ["r3", [], false],
  ]);
  past.moves("t1", "cancelled");
  expect(met()[0]).toEqual(["r1", ["t1", "t2"], false]);
});
