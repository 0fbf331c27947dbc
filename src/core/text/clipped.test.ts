import { expect, test } from "vitest";
import { clipped } from "./clipped.ts";

test.each([
  ["what fits", "abc", 3, "abc"],
  ["what is too long", "abcd", 3, "abc…"],
  ["what ends within a character of two parts", "ab🙂d", 3, "ab…"],
  ["what ends behind one", "ab🙂d", 4, "ab🙂…"],
  ["nothing", "", 0, ""],
])("%s is clipped to whole characters", (_, text, most, short) => {
  expect(clipped(text, most)).toBe(short);
});
