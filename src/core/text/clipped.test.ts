import { expect, test } from "vitest";
import { clipped } from "./clipped.ts";

test.each([
  ["what fits", "abc", 3, "abc"],
  ["what is too long", "abcd", 3, "abc…"],
  ["what ends within a character of two parts", "ab🙂d", 3, "ab…"],
  ["what ends behind one", "ab🙂d", 4, "ab🙂…"],
  ["what ends within the first such character", "ab\u{10000}d", 3, "ab…"],
  ["what ends within the last one", "ab\u{10ffff}d", 3, "ab…"],
  ["what ends before one of one part", "ab\ue000d", 2, "ab…"],
  ["nothing", "", 0, ""],
])("%s is clipped to whole characters", (_, text, most, short) => {
  expect(clipped(text, most)).toBe(short);
});
