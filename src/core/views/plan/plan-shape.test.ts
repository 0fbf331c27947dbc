import { describe, expect, test } from "vitest";
import { type PlanShape, shapeLines, shapeOf } from "./plan-shape.ts";

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
