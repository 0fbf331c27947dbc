import { expect, test } from "vitest";
import { randomNumbers } from "./random-numbers.ts";

test("the same seed gives the same numbers, another seed others, all of them below the bound", () => {
  const draw = (seed: number) => {
    const random = randomNumbers(seed);
    return Array.from({ length: 200 }, () => random(50));
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(7).every((number) => Number.isInteger(number) && number >= 0 && number < 50)).toBe(true);
  expect(new Set(draw(7)).size).toBeGreaterThan(30);
});
