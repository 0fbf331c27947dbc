import { describe, expect, test } from "vitest";
import { widthOf } from "../text-width.ts";
import { graphRows, planRows } from "./graph.ts";
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

describe("columns", () => {
  const title = "A title of some length";
  const row = (more: Partial<GraphRow>): GraphRow => ({ id: "t1", title, owner: "", dependsOn: [], ...more });

  test.each<[string, Partial<GraphRow>, string, string]>([
    ["a title", {}, "1 ─ t1  A title of some length", "1 ─ t1  A title of some len…"],
    [
      "an owner",
      { owner: "ada" },
      "1 ─ t1  A title of some length  ada",
      "1 ─ t1  A title of some len…  ada",
    ],
    [
      "a state",
      { state: "landed" },
      "1 ─ t1  A title of some length  landed",
      "1 ─ t1  A title of some len…  landed",
    ],
    [
      "both",
      { owner: "ada", state: "landed" },
      "1 ─ t1  A title of some length  ada  landed",
      "1 ─ t1  A title of some len…  ada  landed",
    ],
  ])("with %s, a row that just fits stands whole, and else the title gives way", (_, more, whole, cut) => {
    const width = widthOf(whole);
    expect(graphRows([row(more)], width + 1)).toEqual([whole]);
    expect(graphRows([row(more)], width)).toEqual([whole]);
    expect(graphRows([row(more)], width - 2)).toEqual([cut]);
  });

  test("a title gives way to the tasks before it, too", () => {
    const tasks = [row({}), row({ id: "t2", dependsOn: ["t1"] })];
    expect(graphRows(tasks, 40)[1]).toBe("2 ─ t2  A title of some length  after t1");
    expect(graphRows(tasks, 38)[1]).toBe("2 ─ t2  A title of some len…  after t1");
  });

  test("a title keeps twelve columns, an owner gets no more than that", () => {
    expect(graphRows([row({ owner: "ada" })], 24)).toEqual(["1 ─ t1  A title of …  a…"]);
    expect(graphRows([row({ owner: "ada" })], 10)).toEqual(["1 ─ t1  A…"]);
    expect(graphRows([row({ title: "T", owner: "bartholomewx" })], 80)).toEqual(["1 ─ t1  T  bartholomewx"]);
    expect(graphRows([row({ title: "T", owner: "bartholomew-x" })], 80)).toEqual(["1 ─ t1  T  bartholomew…"]);
  });

  test("a column of one letter is one", () => {
    const tasks = [row({ owner: "a", state: "x" })];
    expect(graphRows(tasks, 36)).toEqual(["1 ─ t1  A title of some length  a  x"]);
    expect(graphRows(tasks, 35)).toEqual(["1 ─ t1  A title of some leng…  a  x"]);
    expect(graphRows([row({ state: "x" })], 33)).toEqual(["1 ─ t1  A title of some length  x"]);
    expect(graphRows([row({ owner: "a" })], 32)).toEqual(["1 ─ t1  A title of some leng…  a"]);
  });

  test("a cell is as wide as the widest in its column", () => {
    const tasks = [
      row({ id: "t1", title: "Short", owner: "ada", state: "landed" }),
      row({ id: "t10", title: "A longer one", owner: "bo" }),
      row({ id: "t11", title: "Mid", owner: "", state: "queued", dependsOn: ["t1"] }),
    ];
    expect(graphRows(tasks, 80)).toEqual([
      "1 ┌ t1   Short         ada  landed",
      "  └ t10  A longer one  bo",
      "  ↓",
      "2 ─ t11  Mid                queued  after t1",
    ]);
  });

  test("the tasks before get a third of the width, but at least ten columns", () => {
    const told = (width: number, ...ids: string[]) => {
      const tasks = [
        ...ids.map((id) => row({ id, title: "T" })),
        row({ id: "z", title: "T", dependsOn: ids }),
      ];
      return graphRows(tasks, width)
        .at(-1)
        ?.replace(/^.* {2}after/, "after");
    };
    expect(told(20, "a", "b")).toBe("after a, b");
    expect(told(32, "a", "bb")).toBe("after a +1");
    expect(told(33, "a", "bb")).toBe("after a, bb");
    expect(told(44, "a", "b", "c", "d")).toBe("after a, b +2");
    expect(told(48, "a", "b", "c", "d")).toBe("after a, b, c, d");
    expect(told(48, "a", "b", "c", "ddd")).toBe("after a, b, c +1");
    expect(told(29, "a", "bbb", "c")).toBe("after a +2");
  });

  test("numbers of layers stand in a column that is wide enough for the last one", () => {
    const ten = Array.from({ length: 10 }, (_, index) =>
      row({ id: `t${index}`, title: "T", dependsOn: index === 0 ? [] : [`t${index - 1}`] }),
    );
    const rows = graphRows([...ten, row({ id: "x", title: "T" })], 80);
    expect(rows.slice(0, 4)).toEqual([" 1 ┌ t0  T", "   └ x   T", "   ↓", " 2 ─ t1  T  after t0"]);
    expect(rows.at(-1)).toBe("10 ─ t9  T  after t8");
  });

  test("three side by side have a bracket with a middle; nothing is drawn of no tasks", () => {
    expect(graphRows(wide.slice(0, 3), 80).map((one) => one.slice(0, 6))).toEqual([
      "1 ┌ t1",
      "  │ t2",
      "  └ t3",
    ]);
    expect(graphRows([], 80)).toEqual([]);
  });

  test("a plan is its drawing, and below it what its shape means", () => {
    const shape = shapeOf(chain, 2);
    expect(planRows({ tasks: chain, shape }, 80)).toEqual([...graphRows(chain, 80), ...shapeLines(shape)]);
    expect(planRows({ tasks: chain, shape }, 80)).toHaveLength(5);
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
