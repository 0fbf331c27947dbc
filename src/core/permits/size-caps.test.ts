import { expect, test } from "vitest";
import { caps, isLarge, largeWords, overCaps } from "./size-caps.ts";

const files = (count: number, bytes: number) => Array.from({ length: count }, () => ({ bytes }));

test.each([
  ["as much as may be", files(50, 100_000), []],
  ["many files", files(51, 1), ["the task changes 51 files, and more than 50 ask first"]],
  ["much in all", files(6, 900_000), ["the files it changes have 5.4 MB, and more than 5 MB ask first"]],
  [
    "both",
    files(51, 100_000),
    [
      "the task changes 51 files, and more than 50 ask first",
      "the files it changes have 5.1 MB, and more than 5 MB ask first",
    ],
  ],
])("%s", (_, sized, words) => {
  expect(overCaps(sized)).toEqual(words);
});

test("a file of one megabyte is not large, and one byte more is", () => {
  expect([isLarge(caps.file), isLarge(caps.file + 1)]).toEqual([false, true]);
  expect(largeWords(1_200_000)).toBe("it has 1.2 MB, and more than 1 MB in a file ask first");
});
