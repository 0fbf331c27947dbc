import { expect, test } from "vitest";
import { rough, spread } from "./range.ts";

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
