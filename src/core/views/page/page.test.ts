import fc from "fast-check";
import { expect, test } from "vitest";
import { painter } from "../rows/theme.ts";
import { moved, type PageAt, type PageMove, pageRows, pageStart, placeOf, sought } from "./page.ts";

const rows = Array.from({ length: 50 }, (_, index) =>
  index % 10 === 0 ? `Decision ${index}` : `row ${index}`,
);
const plain = painter(false);
const after = (...moves: readonly PageMove[]) =>
  moves.reduce<PageAt>((at, move) => moved(at, move, rows, 20), pageStart);

test.each<[moves: readonly PageMove[], top: number]>([
  [["down"], 1],
  [["down", "up", "up"], 0],
  [["page-down"], 19],
  [["page-down", "page-down", "page-down"], 30],
  [["last"], 30],
  [["last", "page-up"], 11],
  [["last", "first"], 0],
  [["next"], 0],
])("%j leads to row %s", (moves, top) => {
  expect(after(...moves).top).toBe(top);
});

test("what is looked for is found in capitals or not, one after the other, and round again", () => {
  let at = sought(pageStart, "DECISION", rows, 20);
  const tops = [at.top];
  for (let step = 0; step < 4; step += 1) {
    at = moved(at, "next", rows, 20);
    tops.push(at.top);
  }
  expect(tops).toEqual([0, 10, 20, 30, 0]);
  expect(moved(at, "previous", rows, 20).top).toBe(30);
  expect(placeOf(at, rows, 20)).toBe("rows 1–20 of 50 · found in 5 rows");
});

test("words that are not there leave the page where it is", () => {
  const at = sought({ top: 7, query: "" }, "nowhere", rows, 20);
  expect(at.top).toBe(7);
  expect(moved(at, "next", rows, 20)).toEqual(at);
  expect(placeOf(at, rows, 20)).toBe("rows 8–27 of 50 · not found");
});

test("a text that fits is said to be all of it", () => {
  expect(placeOf(pageStart, ["a"], 20)).toBe("all of it");
});

test("what is found is marked, and nothing but colours is added", () => {
  const marked = pageRows(
    sought(pageStart, "a.c", ["abc", "A.C a.c"], 9),
    ["abc", "A.C a.c"],
    9,
    (_, text) => `<${text}>`,
  );
  expect(marked).toEqual(["abc", "<A.C> <a.c>"]);
});

test("any words can be looked for, and no move leaves the text", () => {
  const moves = fc.array(
    fc.constantFrom<PageMove>("up", "down", "page-up", "page-down", "first", "last", "next", "previous"),
  );
  fc.assert(
    fc.property(
      fc.array(fc.string()),
      fc.string(),
      moves,
      fc.integer({ min: 1, max: 30 }),
      (text, query, all, height) => {
        const start = sought(pageStart, query, text, height);
        const end = all.reduce((at, move) => moved(at, move, text, height), start);
        expect(end.top).toBeGreaterThanOrEqual(0);
        expect(end.top).toBeLessThanOrEqual(Math.max(0, text.length - height));
        expect(pageRows(end, text, height, plain)).toEqual(text.slice(end.top, end.top + height));
      },
    ),
  );
});
