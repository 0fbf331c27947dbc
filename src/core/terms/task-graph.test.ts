import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeGraphFault, type GraphTask, graphFaults, layersOf, longestChain } from "./task-graph.ts";

const task = (id: string, ...dependsOn: string[]): GraphTask => ({ id, dependsOn });
const ids = (layers: readonly (readonly GraphTask[])[]) => layers.map((layer) => layer.map(({ id }) => id));

describe("a graph's faults have names", () => {
  test("a sound graph has none", () => {
    expect(graphFaults([task("t1"), task("t2", "t1"), task("t3", "t1", "t2"), task("t4")])).toEqual([]);
    expect(graphFaults([])).toEqual([]);
  });

  test.each<[what: string, tasks: GraphTask[], faults: unknown[], words: string[]]>([
    [
      "an id given twice",
      [task("t1"), task("t1")],
      [{ kind: "duplicate", id: "t1" }],
      ["Two tasks have the id t1. Give each its own."],
    ],
    [
      "a task that nobody planned",
      [task("t1", "t9")],
      [{ kind: "unknown", id: "t1", named: "t9" }],
      ["Task t1 depends on t9, which does not exist."],
    ],
    [
      "a task that depends on itself",
      [task("t1", "t1")],
      [{ kind: "cycle", ids: ["t1", "t1"] }],
      ["Tasks depend on each other in a circle: t1 → t1. Break it somewhere."],
    ],
    [
      "a circle reached from outside of it",
      [task("t0", "t1"), task("t1", "t2"), task("t2", "t3"), task("t3", "t1")],
      [{ kind: "cycle", ids: ["t1", "t2", "t3", "t1"] }],
      ["Tasks depend on each other in a circle: t1 → t2 → t3 → t1. Break it somewhere."],
    ],
  ])("%s", (_, tasks, faults, words) => {
    expect(graphFaults(tasks)).toEqual(faults);
    expect(graphFaults(tasks).map(describeGraphFault)).toEqual(words);
  });

  test("all at once, in the order of the tasks", () => {
    const faults = graphFaults([task("t1", "t2"), task("t2", "t1"), task("t2"), task("t3", "t7", "t8")]);
    expect(faults.map(({ kind }) => kind)).toEqual(["duplicate", "unknown", "unknown"]);
    expect(
      graphFaults([task("t1", "t2"), task("t2", "t1"), task("t3", "t7")]).map(({ kind }) => kind),
    ).toEqual(["unknown", "cycle"]);
  });
});

test("a task stands one layer below the deepest it depends on, in the order of the plan", () => {
  const tasks = [task("t5", "t4", "t1"), task("t1"), task("t4", "t2"), task("t2"), task("t3")];
  expect(ids(layersOf(tasks))).toEqual([["t1", "t2", "t3"], ["t4"], ["t5"]]);
  expect(layersOf([])).toEqual([]);
});

test("tasks that wait for each other, or for nobody's, stand in no layer", () => {
  expect(ids(layersOf([task("t1"), task("t2", "t3"), task("t3", "t2"), task("t4", "t9")]))).toEqual([["t1"]]);
});

test.each<[what: string, tasks: GraphTask[], chain: string[]]>([
  ["nothing", [], []],
  ["one task", [task("t1")], ["t1"]],
  ["tasks that wait for none", [task("t1"), task("t2")], ["t1"]],
  ["a chain, told backwards", [task("t3", "t2"), task("t2", "t1"), task("t1")], ["t1", "t2", "t3"]],
  [
    "a deep task named first",
    [task("t1"), task("t2"), task("t3", "t2"), task("t4", "t3", "t1")],
    ["t2", "t3", "t4"],
  ],
  [
    "a deep task named last",
    [task("t1"), task("t2"), task("t3", "t2"), task("t4", "t1", "t3")],
    ["t2", "t3", "t4"],
  ],
])("the longest chain of %s", (_, tasks, chain) => {
  expect(longestChain(tasks)).toEqual(chain);
});

test("a circle is told without what stands beside it", () => {
  expect(graphFaults([task("t1", "t2", "t3"), task("t2"), task("t3", "t1")])).toEqual([
    { kind: "cycle", ids: ["t1", "t3", "t1"] },
  ]);
});

test("the largest plan is looked through, however many ways lead through it", () => {
  const tasks = Array.from({ length: 60 }, (_, at) => {
    const row = Math.floor(at / 2);
    return task(`t${at}`, ...(row === 0 ? [] : [`t${row * 2 - 2}`, `t${row * 2 - 1}`]));
  }).reverse();
  expect(graphFaults(tasks)).toEqual([]);
  expect(longestChain(tasks)).toHaveLength(30);
});

/** Every task may depend on tasks before it, so the graph is sound; then the order is shuffled. */
const soundGraph = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { maxLength: 20 })
  .map((picks) =>
    picks.map((below, index) =>
      task(`t${index}`, ...below.filter((one) => one < index).map((one) => `t${one}`)),
    ),
  )
  .chain((tasks) => fc.shuffledSubarray(tasks, { minLength: tasks.length }));

test("of any sound graph, layers hold every task once, each right below what it needs", () => {
  fc.assert(
    fc.property(soundGraph, (tasks) => {
      expect(graphFaults(tasks)).toEqual([]);
      const layers = layersOf(tasks);
      expect(layers.flat()).toHaveLength(tasks.length);
      expect(new Set(layers.flat())).toEqual(new Set(tasks));
      const depth = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
      for (const { id, dependsOn } of tasks)
        expect(depth.get(id)).toBe(1 + Math.max(-1, ...dependsOn.map((below) => depth.get(below) ?? 99)));
    }),
  );
});

test("whatever the graph, a fault is found exactly where layers would lose a task", () => {
  const anyGraph = fc.array(
    fc
      .tuple(fc.nat({ max: 6 }), fc.array(fc.nat({ max: 7 }), { maxLength: 3 }))
      .map(([id, below]) => task(`t${id}`, ...below.map((one) => `t${one}`))),
    { maxLength: 7 },
  );
  fc.assert(
    fc.property(anyGraph, (tasks) => {
      const faults = graphFaults(tasks).filter(({ kind }) => kind !== "duplicate");
      const twice = new Set(tasks.map(({ id }) => id)).size < tasks.length;
      if (!twice) expect(layersOf(tasks).flat().length === tasks.length).toBe(faults.length === 0);
      for (const fault of faults)
        if (fault.kind === "cycle")
          for (const [index, id] of fault.ids.slice(0, -1).entries())
            expect(
              tasks.some((one) => one.id === id && one.dependsOn.includes(fault.ids[index + 1] ?? "")),
            ).toBe(true);
    }),
  );
});
