import fc from "fast-check";
import { expect, test } from "vitest";
import { believedUsage, billOf, costOf, type Exchange, type Price, reserveOf, savedOf } from "./money.ts";
import type { Usage } from "./money-schema.ts";

const price: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

test("each class of tokens has its price", () => {
  expect(costOf({ input: 1000, output: 10 }, price)).toBe(3150);
  expect(costOf({ input: 1000, output: 10, cacheRead: 800, cacheWrite: 100 }, price)).toBe(
    300 + 240 + 375 + 150,
  );
});

test("what caching spared is the difference to the same request without it", () => {
  const tokens = fc.integer({ min: 0, max: 200_000 });
  fc.assert(
    fc.property(tokens, tokens, tokens, tokens, (plain, cacheRead, cacheWrite, output) => {
      const usage = { input: plain + cacheRead + cacheWrite, output, cacheRead, cacheWrite };
      const without = costOf({ input: usage.input, output }, price);
      expect(Math.abs(without - costOf(usage, price) - savedOf(usage, price))).toBeLessThanOrEqual(1);
    }),
  );
  expect(savedOf({ input: 100, output: 0, cacheWrite: 100 }, price)).toBe(-75);
});

test("no request that fits its reservation costs more than was put aside", () => {
  const tokens = fc.integer({ min: 0, max: 200_000 });
  fc.assert(
    fc.property(tokens, tokens, fc.double({ min: 0, max: 1, noNaN: true }), (input, output, share) => {
      const cacheRead = Math.floor(input * share);
      const usage = { input, output, cacheRead, cacheWrite: input - cacheRead };
      expect(costOf(usage, price)).toBeLessThanOrEqual(reserveOf(input, output, price).micros ?? 0);
    }),
  );
});

test("a reply says what caching spared only where there was caching", () => {
  expect(billOf({ input: 10, output: 0 }, price)).toEqual({ micros: 30 });
  expect(billOf({ input: 10, output: 0, cacheRead: 10 }, price)).toEqual({ micros: 3, saved: 27 });
});

test("a long request has its own price, and a reservation near the border the dearer of the two", () => {
  const tiered: Price = {
    ...price,
    long: { over: 1000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5 },
  };
  expect(costOf({ input: 1000, output: 10 }, tiered)).toBe(3150);
  expect(costOf({ input: 1001, output: 10 }, tiered)).toBe(6006 + 225);
  expect(savedOf({ input: 2000, output: 0, cacheRead: 2000 }, tiered)).toBe(10_800);
  expect(reserveOf(1000, 10, tiered)).toEqual(reserveOf(1000, 10, price));
  expect(reserveOf(1001, 10, tiered).micros).toBe(Math.ceil(1001 * 7.5 + 225));
});

test("no millionth is lost or gained by how numbers are kept", () => {
  const odd = { input: 0.07, output: 0.1, cacheRead: 0.07, cacheWrite: 0.07 };
  expect(costOf({ input: 100, output: 30 }, odd)).toBe(10);
  expect(costOf({ input: 1, output: 0 }, odd)).toBe(1);
});

test.each<[what: string, usage: Usage, exchange: Exchange, isBelieved: boolean]>([
  ["usual", { input: 250, output: 20 }, { sent: 1000, received: 80, maxOutput: 500 }, true],
  ["an empty reply", { input: 250, output: 0 }, { sent: 1000, received: 0, maxOutput: 500 }, true],
  ["nothing for some words", { input: 250, output: 0 }, { sent: 1000, received: 3, maxOutput: 500 }, false],
  ["one for a long request", { input: 1, output: 20 }, { sent: 1000, received: 80, maxOutput: 500 }, false],
  ["a window that was cut", { input: 2000, output: 20 }, { sent: 1e6, received: 80, maxOutput: 500 }, true],
  ["a template", { input: 15_000, output: 20 }, { sent: 1000, received: 80, maxOutput: 500 }, true],
  ["more than bytes", { input: 21_001, output: 20 }, { sent: 1000, received: 80, maxOutput: 500 }, false],
  ["hidden reasoning", { input: 250, output: 1000 }, { sent: 1000, received: 80, maxOutput: 500 }, true],
  ["more than asked for", { input: 250, output: 1101 }, { sent: 1000, received: 80, maxOutput: 500 }, false],
  ["a limit ignored", { input: 250, output: 5000 }, { sent: 1000, received: 20_000, maxOutput: 500 }, true],
  [
    "one for a long reply",
    { input: 250, output: 1 },
    { sent: 1000, received: 20_000, maxOutput: 500 },
    false,
  ],
])("10.4: counts are held against what went to and fro: %s", (_, usage, exchange, isBelieved) => {
  expect(believedUsage(usage, exchange)).toEqual(isBelieved ? usage : undefined);
});
