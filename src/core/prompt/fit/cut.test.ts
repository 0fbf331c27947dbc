import fc from "fast-check";
import { expect, test } from "vitest";
import { cutIndex, newestWithin } from "./cut.ts";

interface Sized {
  readonly size: number;
}

const entries = (sizes: readonly number[]) => sizes.map((size, seq) => ({ seq, size }));
const sizeOf = (item: Sized) => item.size;
const cutFrom = <T extends Sized>(items: readonly T[]) => items.slice(cutIndex(items, sizeOf, 64_000));
const total = (list: readonly Sized[]) => list.reduce((sum, one) => sum + one.size, 0);

test("a phase that is not long is sent whole", () => {
  const short = entries([20_000, 20_000, 24_000]);
  expect(cutFrom(short)).toEqual(short);
  expect(cutFrom([])).toEqual([]);
});

test("over the limit, the newest half is kept, from the beginning of an entry", () => {
  const long = entries([20_000, 20_000, 20_000, 5_000]);
  expect(cutFrom(long)).toEqual(long.slice(2));
});

test("one entry that is larger than everything stands alone", () => {
  expect(cutFrom(entries([100, 90_000])).map((one) => one.size)).toEqual([90_000]);
});

test("however long it runs, what is sent is bounded, ends with the newest, and its beginning moves in rare jumps", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 60 }), (sizes) => {
      const all = entries(sizes);
      let start = 0;
      let jumps = 0;
      for (let length = 1; length <= all.length; length++) {
        const kept = cutFrom(all.slice(0, length));
        expect(total(kept)).toBeLessThanOrEqual(64_000);
        expect(kept).toEqual(all.slice(length - kept.length, length));
        expect(kept.length).toBeGreaterThan(0);
        const now = length - kept.length;
        expect(now).toBeGreaterThanOrEqual(start);
        if (now > start) jumps++;
        start = now;
      }
      // Each jump lets go of about half: at least 32,000 characters come before the next.
      expect(jumps).toBeLessThanOrEqual(Math.ceil(total(all) / 32_000));
    }),
  );
});

test("the newest that fit together are kept in their order, and none that is too large alone", () => {
  expect(newestWithin(entries([5, 4, 3, 2]), 9, sizeOf)).toEqual(entries([5, 4, 3, 2]).slice(1));
  expect(newestWithin(entries([5, 90]), 9, sizeOf)).toEqual([]);
  expect(newestWithin([], 9, sizeOf)).toEqual([]);
});
