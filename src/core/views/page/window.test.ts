import fc from "fast-check";
import { expect, test } from "vitest";
import { windowOf } from "./window.ts";

test("a list that fits is shown whole", () => {
  expect(windowOf([["a"], ["b", "c"]], 0, 3)).toEqual(["a", "b", "c"]);
});

test("of a longer one, the part around what is selected, and how much is beside it", () => {
  const blocks = Array.from({ length: 9 }, (_, index) => [`${index}`]);
  expect(windowOf(blocks, 0, 4)).toEqual(["0", "1", "2", "  ↓ 6 more rows"]);
  expect(windowOf(blocks, 4, 5)).toEqual(["  ↑ 3 more rows", "3", "4", "5", "  ↓ 3 more rows"]);
  expect(windowOf(blocks, 8, 4)).toEqual(["  ↑ 6 more rows", "6", "7", "8"]);
});

test("whatever is selected, its first row is seen, every row is counted once, and there is never one too many", () => {
  const lists = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lists, fc.nat(), fc.integer({ min: 3, max: 30 }), (sizes, at, height) => {
      const blocks = sizes.map((size, block) => Array.from({ length: size }, (_, row) => `${block}.${row}`));
      const selected = at % blocks.length;
      const rows = windowOf(blocks, selected, height);
      const all = blocks.flat();
      expect(rows).toHaveLength(Math.min(height, all.length));
      expect(rows).toContain(`${selected}.0`);
      const hidden = rows.map((row) => Number(/(\d+) more rows/.exec(row)?.[1] ?? 0));
      const shown = rows.filter((row) => !row.includes("more rows"));
      expect(shown.length + hidden.reduce((sum, rest) => sum + rest, 0)).toBe(all.length);
    }),
  );
});
