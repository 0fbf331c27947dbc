import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reviewFiles } from "./review-file.ts";
import { type ReviewItem, reviewItems } from "./review-items.ts";
import { movedIn, type ReviewMove, type ReviewPlace, reviewStart, sameRow } from "./review-place.ts";

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 3 === 1 ? `-${at}` : `+${at}`));
const diff = (path: string, hunks: number) =>
  [
    `diff --git a/${path} b/${path}`,
    ...Array.from({ length: hunks }, (_, at) => [
      `@@ -${at * 100 + 1} +${at * 100 + 1} @@`,
      ...lines(6),
    ]).flat(),
    "",
  ].join("\n");
const files = reviewFiles(diff("a.ts", 3) + diff("b.ts", 1) + diff("c.ts", 2));
const layout = { wide: false, folded: new Set<number>(), notes: [], width: 80 };
const items = reviewItems(files, layout);
const kinds = (place: ReviewPlace) => items[place.at];

describe("moving in a review", () => {
  test.each<[moves: readonly ReviewMove[], item: Partial<ReviewItem>]>([
    [[], { kind: "file", file: 0 }],
    [["down", "down"], { kind: "line", file: 0, hunk: 0 }],
    [["up"], { kind: "file", file: 0 }],
    [["next-hunk", "next-hunk"], { kind: "hunk", file: 0, hunk: 1 }],
    [["next-file"], { kind: "file", file: 1 }],
    [["next-file", "next-file", "next-file"], { kind: "file", file: 2 }],
    [["last", "file-before", "file-before"], { kind: "file", file: 1 }],
    [["last", "hunk-before", "hunk-before"], { kind: "hunk", file: 2, hunk: 0 }],
    [["next-note"], { kind: "file", file: 0 }],
    [["last", "first"], { kind: "file", file: 0 }],
    [["last", "page-up", "page-down"], { kind: "line", file: 2, hunk: 1 }],
  ])("%j", (moves, item) => {
    const place = moves.reduce((at, move) => movedIn(items, at, move, 10), reviewStart);
    expect(kinds(place)).toMatchObject(item);
  });

  test("a jump shows what comes behind it, and moves the window no more than that needs", () => {
    const place = movedIn(items, reviewStart, "next-file", 10);
    expect(place.top).toBe(place.at);
    expect(movedIn(items, reviewStart, "next-hunk", 10).top).toBe(0);
  });

  test("to the side and back", () => {
    const right = movedIn(items, reviewStart, "right", 10);
    expect(right).toEqual({ at: 0, top: 0, shift: 16 });
    expect(movedIn(items, right, "left", 10)).toEqual(reviewStart);
    expect(movedIn(items, reviewStart, "left", 10)).toEqual(reviewStart);
  });

  test("the cursor is always a row of the window, and the window never shows less than it could", () => {
    const moves: ReviewMove[] = ["up", "down", "page-up", "page-down", "first", "last"];
    const jumps: ReviewMove[] = [
      "next-file",
      "file-before",
      "next-hunk",
      "hunk-before",
      "next-note",
      "left",
      "right",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...moves, ...jumps), { maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(items.length),
        (all, height, count) => {
          const some = items.slice(0, count);
          const { at, top } = all.reduce((place, move) => movedIn(some, place, move, height), reviewStart);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThan(Math.max(1, some.length));
          expect(at).toBeGreaterThanOrEqual(top);
          expect(at).toBeLessThan(top + height);
          expect(top).toBeLessThanOrEqual(Math.max(0, some.length - height));
        },
      ),
    );
  });

  test("after a fold, and in the other way to show it, the cursor stays on the same thing", () => {
    const wide = reviewItems(files, { ...layout, wide: true });
    for (const item of items) {
      const there = wide[sameRow(wide, item)];
      expect(there).toMatchObject({ kind: item.kind, file: item.file });
    }
    const folded = reviewItems(files, { ...layout, folded: new Set([1]) });
    const inside = items.find((item) => item.kind === "line" && item.file === 1);
    expect(folded[sameRow(folded, inside)]).toEqual({ kind: "file", file: 1 });
    expect(sameRow(folded, undefined)).toBe(0);
    expect(movedIn([], reviewStart, "down", 5)).toEqual(reviewStart);
  });
});
