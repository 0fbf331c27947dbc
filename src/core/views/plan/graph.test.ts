import { describe, expect, test } from "vitest";
import { widthOf } from "../text-width.ts";
import { graphRows } from "./graph.ts";
import type { GraphRow } from "./plan-graph.ts";
import { shapeLines, shapeOf } from "./plan-shape.ts";

const task = (id: string, ...dependsOn: string[]): GraphRow => ({
  id,
  title: `Build ${id}`,
  owner: "ada",
  dependsOn,
});

const chain = [task("t1"), task("t2", "t1"), task("t3", "t2")];
const diamond = [task("t1"), task("t2", "t1"), task("t3", "t1"), task("t4", "t2", "t3")];
const wide = ["t1", "t2", "t3", "t4", "t5"].map((id) => task(id));

/** Sixty tasks: six layers of ten, each task after all of the layer before. */
const sixty = Array.from({ length: 60 }, (_, index) => {
  const layer = Math.floor(index / 10);
  const before = Array.from(
    { length: layer === 0 ? 0 : 10 },
    (_, place) => `t${(layer - 1) * 10 + place + 1}`,
  );
  return {
    ...task(`t${index + 1}`, ...before),
    title: `A title that is much too long for its row, ${index}`,
  };
});

describe("the drawing", () => {
  test("a chain is a row of rows", () => {
    expect(graphRows(chain, 80)).toEqual([
      "1 ─ t1  Build t1  ada",
      "2 ─ t2  Build t2  ada  after t1",
      "3 ─ t3  Build t3  ada  after t2",
    ]);
  });

  test("a diamond forks and joins", () => {
    expect(graphRows(diamond, 80)).toEqual([
      "1 ─ t1  Build t1  ada",
      "  ↓",
      "2 ┌ t2  Build t2  ada  after t1",
      "  └ t3  Build t3  ada  after t1",
      "  ↓",
      "3 ─ t4  Build t4  ada  after t2, t3",
    ]);
  });

  test("how a task stands has a column of its own", () => {
    const rows = graphRows(
      [
        { ...task("t1"), state: "landed" },
        { ...task("t2", "t1"), state: "queued" },
      ],
      80,
    );
    expect(rows).toEqual(["1 ─ t1  Build t1  ada  landed", "2 ─ t2  Build t2  ada  queued  after t1"]);
  });

  test.each([[40], [60], [80], [200]])("sixty tasks stand within %d columns, none of them lost", (width) => {
    const rows = graphRows(sixty, width);
    expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(width);
    for (const { id } of sixty)
      expect(rows.filter((row) => new RegExp(`[┌│└] ${id} `).test(row))).toHaveLength(1);
  });

  test("at sixty columns a title is cut, and what is left of a long row of ids is counted", () => {
    const rows = graphRows(sixty, 60);
    expect(rows[0]).toBe("1 ┌ t1   A title that is much to…  ada");
    expect(rows.at(-1)).toMatch(/^ {2}└ t60 {2}A title that is m.* ada {2}after t41, t42 \+8$/);
  });

  test("wide letters are counted by the columns they take, and a line end is none", () => {
    const rows = graphRows([{ ...task("t1"), title: "計算機を作る、とても長い題名です\nsecond line" }], 30);
    expect(rows).toHaveLength(1);
    expect(widthOf(rows[0] ?? "")).toBeLessThanOrEqual(30);
  });
});

describe("the shape", () => {
  test("of a chain: one engineer", () => {
    expect(shapeOf(chain, 3)).toMatchObject({ width: 1, chain: ["t1", "t2", "t3"], engineers: 1, rounds: 3 });
    expect(shapeLines(shapeOf(chain, 3))).toEqual([
      "3 tasks in 3 layers, at most 1 at once; the longest chain: t1 → t2 → t3.",
      "Worth one engineer: each task waits for the one before, so a second would have nothing to do.",
    ]);
  });

  test("of a diamond: the second waits while one task is all there is", () => {
    expect(shapeOf(diamond, 3)).toMatchObject({ width: 2, engineers: 2, rounds: 3, lastWaits: 2 / 3 });
    expect(shapeLines(shapeOf(diamond, 3))[1]).toBe(
      "Worth 2 engineers: 3 rounds of tasks instead of 4, if all take equally long. The second engineer would wait two thirds of the time; a third would have nothing to do.",
    );
  });

  test("of a wide plan: as many as there are, and what one more would bring", () => {
    expect(shapeOf(wide, 2)).toMatchObject({ width: 5, engineers: 2, rounds: 3, roundsWithOneMore: 2 });
    expect(shapeLines(shapeOf(wide, 2))[1]).toBe(
      "Worth 2 engineers: 3 rounds of tasks instead of 5, if all take equally long. A third engineer would bring 3 rounds down to 2 and wait half of the time.",
    );
  });

  test("counts tasks of different layers that can be at work together", () => {
    const skewed = [task("t1"), task("t2"), task("t3", "t1"), task("t4", "t1")];
    expect(shapeOf(skewed, 9).width).toBe(3);
    expect(shapeLines(shapeOf(skewed, 9))[1]).toContain(
      "The third engineer would wait unless some tasks take longer than others",
    );
  });

  test("a chain goes before what is free, so that nobody waits for it at the end", () => {
    const side = [task("t1"), task("t2"), task("t3"), task("t4", "t3"), task("t5", "t4")];
    expect(shapeOf(side, 2)).toMatchObject({ rounds: 3, engineers: 2 });
  });

  test("of sixty tasks: a long chain is told by its ends", () => {
    const row = Array.from({ length: 60 }, (_, index) =>
      task(`t${index + 1}`, ...(index > 0 ? [`t${index}`] : [])),
    );
    expect(shapeLines(shapeOf(row, 2))[0]).toBe(
      "60 tasks in 60 layers, at most 1 at once; the longest chain: t1 → t2 → t3 → … → t59 → t60, 60 tasks.",
    );
    expect(shapeOf(sixty, 4)).toMatchObject({ width: 10, engineers: 4, rounds: 18 });
  });

  test("of one task, and of a team of one", () => {
    expect(shapeLines(shapeOf([task("t1")], 2))).toEqual([
      "1 task in 1 layer, at most 1 at once.",
      "Worth one engineer.",
    ]);
    expect(shapeLines(shapeOf(wide, 1))[1]).toBe(
      "Worth more than the one engineer there is. A second engineer would bring 5 rounds down to 3 and wait a third of the time.",
    );
  });
});
