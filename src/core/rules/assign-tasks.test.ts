import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat, team } from "../../../test/support/plans.ts";
import type { PlannedTask } from "../terms/artifacts.ts";
import { layersOf } from "../terms/task-graph.ts";
import { assignTasks, proposedOwners } from "./assign-tasks.ts";

describe("who takes which task", () => {
  test("goes round within a layer, and begins anew in the next", () => {
    const tasks = [planned("t1"), planned("t2"), planned("t3"), planned("t4", "t1"), planned("t5", "t4")];
    expect(assignTasks(tasks, team)).toEqual([
      { task: "t1", seat: "ada" },
      { task: "t2", seat: "bo" },
      { task: "t3", seat: "ada" },
      { task: "t4", seat: "ada" },
      { task: "t5", seat: "ada" },
    ]);
  });

  test("is never the coach or the architect", () => {
    const seats = new Set(
      assignTasks([planned("t1"), planned("t2"), planned("t3")], team).map((one) => one.seat),
    );
    expect([...seats]).toEqual(["ada", "bo"]);
  });

  test("without an engineer nobody gets anything", () => {
    expect(assignTasks([planned("t1")], [seat("coach", "coach")])).toEqual([]);
  });
});

describe("who is proposed for a task that nobody has", () => {
  const fewest = "fewest tasks in its layer";
  const seats = [seat("ada"), seat("bo"), seat("cy"), seat("coach", "coach")];

  /** `wishes`: who volunteered for which task, in this order, and said "mine" and the number of the wish. */
  function planning(tasks: readonly PlannedTask[], wishes: readonly [seat: string, task: string][] = []) {
    const past = Past.opened({ seats }).reaches("planning");
    past.harness({ type: "tasks.planned", tasks: [...tasks], from: "a1" });
    for (const [index, [who, task]] of wishes.entries())
      past.add(who, { type: "task.volunteered", task, seat: who, why: `mine ${index + 1}` });
    return past;
  }

  test("without volunteers the same as where nobody is asked", () => {
    const tasks = [planned("t1"), planned("t2"), planned("t3", "t1")];
    expect(proposedOwners(planning(tasks).state)).toEqual(
      assignTasks(tasks, seats).map((one) => ({ ...one, why: fewest })),
    );
  });

  test("a volunteer, with its reason; others get what nobody wants", () => {
    const past = planning([planned("t1"), planned("t2")], [["cy", "t1"]]);
    expect(proposedOwners(past.state)).toEqual([
      { task: "t1", seat: "cy", why: "volunteered: mine 1" },
      { task: "t2", seat: "ada", why: fewest },
    ]);
  });

  test("of several volunteers the first in the order of seats, then the one with fewer tasks in that layer", () => {
    const wishes = [
      ["cy", "t1"],
      ["bo", "t1"],
      ["bo", "t2"],
      ["cy", "t2"],
      ["bo", "t3"],
      ["cy", "t3"],
    ] as const;
    const past = planning(
      [planned("t1"), planned("t2"), planned("t3", "t1")],
      wishes.map(([who, task]) => [who, task]),
    );
    expect(proposedOwners(past.state)).toEqual([
      { task: "t1", seat: "bo", why: "volunteered: mine 2" },
      { task: "t2", seat: "cy", why: "volunteered: mine 4" },
      { task: "t3", seat: "bo", why: "volunteered: mine 5" },
    ]);
  });

  test("nobody who cannot build, even as a volunteer", () => {
    const past = planning([planned("t1")], [["coach", "t1"]]);
    expect(proposedOwners(past.state)).toEqual([{ task: "t1", seat: "ada", why: fewest }]);
  });

  test("nobody for a task that has its engineer", () => {
    const past = planning([planned("t1"), planned("t2"), planned("t3")], [["cy", "t2"]]);
    past.human({ type: "task.assigned", task: "t2", seat: "bo", why: "by hand" });
    expect(proposedOwners(past.state).map(({ task }) => task)).toEqual(["t1", "t3"]);
  });

  test("wishes that are not recorded yet count for the tasks that they name; of two by one member, the first", () => {
    const past = planning([planned("t1"), planned("t2"), planned("t3")], [["cy", "t2"]]);
    const wanted = [
      { task: "t2", why: "mine again" },
      { task: "t3", why: "mine at last" },
    ];
    expect(proposedOwners(past.state, { seat: "cy", wanted })).toEqual([
      { task: "t1", seat: "ada", why: fewest },
      { task: "t2", seat: "cy", why: "volunteered: mine 1" },
      { task: "t3", seat: "cy", why: "volunteered: mine at last" },
    ]);
    expect(proposedOwners(past.state, { seat: "bo", wanted: [] })).toEqual(proposedOwners(past.state));
  });
});

test("every task gets one engineer, and no layer loads one with two more than another", () => {
  const graph = fc
    .array(fc.array(fc.nat({ max: 20 }), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
    .map((picks) =>
      picks.map((below, index) =>
        planned(`t${index}`, ...below.filter((one) => one < index).map((one) => `t${one}`)),
      ),
    );
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 8 }), (tasks, count) => {
      const seats = Array.from({ length: count }, (_, index) => seat(`e${index}`));
      const assigned = assignTasks(tasks, seats);
      expect(assigned.map((one) => one.task).sort()).toEqual(tasks.map((one) => one.id).sort());
      for (const layer of layersOf(tasks)) {
        const load = seats.map(
          ({ id }) =>
            layer.filter((task) => assigned.some((one) => one.task === task.id && one.seat === id)).length,
        );
        expect(Math.max(...load) - Math.min(...load)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
