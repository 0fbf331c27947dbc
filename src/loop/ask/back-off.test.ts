import { expect, test } from "vitest";
import { backOffMs } from "./back-off.ts";

test.each([
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [6, 32_000],
  [7, 60_000],
  [50, 60_000],
])("after %i failures the wait is between half of %i ms and all of it", (failures, most) => {
  expect([0, 0.5, 1].map((random) => backOffMs(failures, undefined, random))).toEqual([
    most / 2,
    0.75 * most,
    most,
  ]);
});

test.each([
  [5_000, 5_000],
  [0, 0],
  [-5, 0],
  [0.2, 1],
  [Number.MAX_VALUE, 10 * 365 * 24 * 3_600_000],
])("a provider that asks for %d ms gets %d", (asked, ms) => {
  expect(backOffMs(3, asked, 0.5)).toBe(ms);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  "a provider that asks for %d ms has said nothing",
  (asked) => {
    expect(backOffMs(1, asked, 1)).toBe(1_000);
  },
);
