import { expect, test } from "vitest";
import { restMs } from "./back-off.ts";

test("where nobody is there, an attempt rests longer each time, for about twelve hours", () => {
  const rests: number[] = [];
  for (let ms = restMs(0); ms !== undefined; ms = restMs(rests.length)) rests.push(ms / 60_000);
  expect(rests.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
  const hours = rests.reduce((sum, minutes) => sum + minutes, 0) / 60;
  expect(hours).toBeGreaterThan(11.8);
  expect(hours).toBeLessThanOrEqual(12);
});
