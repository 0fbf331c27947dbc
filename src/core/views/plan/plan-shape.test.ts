import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GraphTask } from "../../terms/task-graph.ts";
import { followersOf, type PlanShape, shapeLines, shapeOf } from "./plan-shape.ts";

const shape: PlanShape = {
  tasks: 9,
  layers: 3,
  width: 4,
  chain: ["t1"],
  engineers: 2,
  rounds: 5,
  roundsWithOneMore: 4,
  lastWaits: 0,
  oneMoreWaits: 0,
};
const told = (more: Partial<PlanShape>) => shapeLines({ ...shape, ...more })[1]?.replace(/^.*?\. /, "");

describe("what one more engineer would bring", () => {
  test.each([
    [0, "always have a task"],
    [1 / 20, "hardly ever wait"],
    [1 / 8, "hardly ever wait"],
    [0.13, "wait a quarter of the time"],
    [1 / 4, "wait a quarter of the time"],
    [0.34, "wait a third of the time"],
    [1 / 2, "wait half of the time"],
    [0.65, "wait two thirds of the time"],
    [0.86, "wait three quarters of the time"],
    [7 / 8, "wait most of the time"],
    [19 / 20, "wait most of the time"],
    [1, "wait unless some tasks take longer than others"],
  ])("who has nothing to do for %d of it would %s", (oneMoreWaits, words) => {
    expect(told({ oneMoreWaits })).toBe(`A third engineer would bring 5 rounds down to 4 and ${words}.`);
  });

  test("may save no round", () => {
    expect(told({ roundsWithOneMore: 5 })).toBe(
      "A third engineer would save no round and always have a task.",
    );
  });

  test.each([
    [2, "second", "third"],
    [8, "eighth", "ninth"],
    [10, "10th", "11th"],
    [11, "11th", "12th"],
    [12, "12th", "13th"],
    [13, "13th", "14th"],
    [20, "20th", "21st"],
    [21, "21st", "22nd"],
    [22, "22nd", "23rd"],
    [23, "23rd", "24th"],
    [100, "100th", "101st"],
    [110, "110th", "111th"],
    [112, "112th", "113th"],
    [820, "820th", "821st"],
  ])("of %i engineers the last one is the %s, one more the %s", (engineers, last, more) => {
    expect(told({ engineers, width: engineers })).toBe(
      `The ${last} engineer would always have a task; a ${more} would have nothing to do.`,
    );
  });
});

test.each([
  [["t1"], ""],
  [["t1", "t2"], "; the longest chain: t1 → t2"],
  [["a", "b", "c", "d", "e", "f", "g", "h"], "; the longest chain: a → b → c → d → e → f → g → h"],
  [["a", "b", "c", "d", "e", "f", "g", "h", "i"], "; the longest chain: a → b → c → … → h → i, 9 tasks"],
])("a chain of %j", (chain, words) => {
  expect(shapeLines({ ...shape, chain })[0]).toBe(`9 tasks in 3 layers, at most 4 at once${words}.`);
});

test("no tasks have no rounds, and two in a row are worth one engineer", () => {
  expect(shapeOf([], 2)).toEqual({
    tasks: 0,
    layers: 0,
    width: 0,
    chain: [],
    engineers: 1,
    rounds: 0,
    roundsWithOneMore: 0,
    lastWaits: 0,
    oneMoreWaits: 0,
  });
  expect(shapeLines({ ...shape, width: 1, tasks: 2 })[1]).toMatch(/^Worth one engineer: each task waits/);
});

test.each([
  [0.29, "a quarter of"],
  [0.293, "a third of"],
  [0.415, "a third of"],
  [0.418, "half of"],
  [0.582, "half of"],
  [0.585, "two thirds of"],
  [0.705, "two thirds of"],
  [0.71, "three quarters of"],
])("%d of the time is told as the nearest share: %s it", (oneMoreWaits, words) => {
  expect(told({ oneMoreWaits })).toBe(
    `A third engineer would bring 5 rounds down to 4 and wait ${words} the time.`,
  );
});

const task = (id: string, ...dependsOn: string[]): GraphTask => ({ id, dependsOn });

/** Sound graphs: a task depends only on those in front of it, and stands anywhere in the list. */
const graphs = fc.array(fc.tuple(fc.integer({ min: 0, max: 63 }), fc.nat()), { maxLength: 6 }).map((rows) =>
  rows
    .map(([mask, place], index) => ({
      place,
      task: task(`t${index}`, ...rows.flatMap((_, at) => (at < index && mask & (1 << at) ? [`t${at}`] : []))),
    }))
    .sort((a, b) => a.place - b.place)
    .map((one) => one.task),
);

describe("of any plan", () => {
  /** Whether a task waits for another, directly or through others. */
  const waits = (tasks: readonly GraphTask[], id: string, other: string): boolean =>
    (tasks.find((one) => one.id === id)?.dependsOn ?? []).some(
      (before) => before === other || waits(tasks, before, other),
    );

  test("what follows a task is all that waits for it", () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const followers = followersOf(tasks);
        for (const { id } of tasks)
          expect([...(followers.get(id) ?? [])].sort()).toEqual(
            tasks.flatMap((one) => (waits(tasks, one.id, id) ? [one.id] : [])).sort(),
          );
      }),
      { numRuns: 60 },
    );
  });

  test("at most as many are built at once as there are of which none waits for another", () => {
    fc.assert(
      fc.property(graphs, (tasks) => {
        const sets = Array.from({ length: 2 ** tasks.length }, (_, mask) =>
          tasks.filter((_, index) => mask & (1 << index)),
        );
        const followers = followersOf(tasks);
        const free = sets.filter((set) =>
          set.every((a) => set.every((b) => !followers.get(a.id)?.has(b.id))),
        );
        expect(shapeOf(tasks, 3).width).toBe(Math.max(...free.map(({ length }) => length)));
      }),
      { numRuns: 60 },
    );
  });

  test("rounds are no fewer than its chain and its engineers allow", () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 0, max: 4 }), (tasks, builders) => {
        const found = shapeOf(tasks, builders);
        expect(found.engineers).toBe(Math.max(1, Math.min(found.width, builders)));
        expect(found.rounds).toBeGreaterThanOrEqual(
          Math.max(found.chain.length, Math.ceil(tasks.length / found.engineers)),
        );
        if (found.engineers >= found.width) expect(found.rounds).toBe(found.chain.length);
      }),
      { numRuns: 60 },
    );
  });
});

test("a pair that was made may be made anew, so that more find one", () => {
  const crossed = [task("a"), task("b"), task("c", "a", "b"), task("d", "a")];
  expect(shapeOf(crossed, 9).width).toBe(2);
  const long = [task("a"), task("b"), task("c"), task("x", "a", "b"), task("y", "b", "c"), task("z", "a")];
  expect(shapeOf(long, 9).width).toBe(3);
});

describe("rounds", () => {
  test("the task with the longest path behind it goes first, wherever it stands", () => {
    const tasks = [
      task("a"),
      task("b"),
      task("c"),
      task("d"),
      task("e", "d"),
      task("f", "e"),
      task("g", "f"),
    ];
    expect(shapeOf(tasks, 2)).toMatchObject({ rounds: 4, roundsWithOneMore: 4 });
  });

  test("the longest of several paths counts", () => {
    // a leads to b and then to nothing; c leads to three more, one of which waits for a, too.
    const tasks = [
      task("a"),
      task("x"),
      task("c"),
      task("b", "a"),
      task("d", "c"),
      task("e", "d"),
      task("f", "e", "a"),
    ];
    expect(shapeOf(tasks, 1)).toMatchObject({ engineers: 1, rounds: 7, lastWaits: 0 });
    expect(shapeOf(tasks, 2)).toMatchObject({ engineers: 2, rounds: 4, roundsWithOneMore: 4 });
  });

  test("the share of rounds in which the last one waits, for this team and for one more", () => {
    const tasks = [task("a"), task("b"), task("c"), task("d", "a"), task("e", "d")];
    expect(shapeOf(tasks, 2)).toMatchObject({
      width: 3,
      rounds: 3,
      lastWaits: 1 / 3,
      roundsWithOneMore: 3,
      oneMoreWaits: 2 / 3,
    });
    expect(shapeOf(tasks, 0)).toMatchObject({ engineers: 1, rounds: 5, lastWaits: 0, oneMoreWaits: 1 / 3 });
  });

  test("of tasks that wait for each other there are none, and looking for them ends", () => {
    expect(shapeOf([task("a", "b"), task("b", "a"), task("c")], 2)).toMatchObject({ rounds: 1, layers: 1 });
  });
});

test("a plan in which a second engineer helps is worth two, one round is one", () => {
  expect(shapeLines(shapeOf([task("a"), task("b")], 2))[1]).toBe(
    "Worth 2 engineers: 1 round of tasks instead of 2, if all take equally long. The second engineer would always have a task; a third would have nothing to do.",
  );
  expect(shapeLines(shapeOf([], 2))).toEqual([
    "0 tasks in 0 layers, at most 0 at once.",
    "Worth one engineer.",
  ]);
});
