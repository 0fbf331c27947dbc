import { expect, test } from "vitest";
import { restMs } from "../../loop/ask/back-off.ts";
import { patienceOf } from "./patience.ts";

test.each([
  ["a person is there", patienceOf(undefined), [1, 2, 4, 8, 10, 5], 0.5],
  ["nobody is there", patienceOf(60_000), [1, 2, 4, 8, 10, 10], 12],
  ["nobody waits", 0, [], 0],
  ["less than a minute is left", 20_000, [1 / 3], 1 / 180],
])(
  "%s: an attempt rests longer each time, up to ten minutes, and no longer than that",
  (_, patience, first, hours) => {
    const rests: number[] = [];
    for (let ms = restMs(0, patience); ms !== undefined; ms = restMs(rests.length, patience))
      rests.push(ms / 60_000);
    expect(rests.slice(0, 6)).toEqual(first);
    expect(rests.reduce((sum, minutes) => sum + minutes, 0) / 60).toBeCloseTo(hours, 6);
    expect(Math.max(0, ...rests)).toBeLessThanOrEqual(10);
  },
);
