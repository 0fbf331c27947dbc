import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planned, seat, team } from "../../../test/support/plans.ts";
import { layersOf } from "../terms/task-graph.ts";
import { assignTasks } from "./assign-tasks.ts";

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
