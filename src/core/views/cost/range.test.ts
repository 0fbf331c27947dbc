import { expect, test } from "vitest";
import { rangeOf, rough, spread } from "./range.ts";

test.each([
  [0, "0"],
  [12.4, "12"],
  [999.4, "999"],
  [1_000, "1k"],
  [1_234, "1.2k"],
  [98_765, "99k"],
  [123_456, "120k"],
  [1_000_000, "1M"],
  [1_234_567, "1.2M"],
  [98_765_432, "99M"],
  [1_250_000, "1.3M"],
  [1_250, "1.3k"],
])("10.41: an estimate of %d is told as %s", (value, words) => {
  expect(rough(value)).toBe(words);
});

test.each([
  [{ low: 1_000, likely: 2_000, high: 3_000 }, "2k (1k to 3k)"],
  [{ low: 460, likely: 460, high: 460 }, "460"],
  [{ low: 1_201, likely: 1_204, high: 1_208 }, "1.2k"],
  [{ low: 0, likely: 0, high: 0 }, "0"],
])("a range of %j is told as %s", (range, words) => {
  expect(spread(range, rough)).toBe(words);
});

test("a range is the middle half of what was seen, in whatever order", () => {
  const of = (...values: (number | undefined)[]) =>
    rangeOf(
      values.map((tokens) => ({ requests: 1, tokens: tokens ?? -1 })),
      ({ tokens }) => (tokens < 0 ? undefined : tokens),
    );
  expect(of()).toEqual({ low: 0, likely: 0, high: 0 });
  expect(of(7, undefined)).toEqual({ low: 7, likely: 7, high: 7 });
  expect(of(40, 0, 20, 10, 30)).toEqual({ low: 10, likely: 20, high: 30 });
  expect(of(10, 0)).toEqual({ low: 2.5, likely: 5, high: 7.5 });
});
