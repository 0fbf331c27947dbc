import { expect, test } from "vitest";
import { rough } from "./range.ts";

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
