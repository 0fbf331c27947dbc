import fc from "fast-check";
import { expect, test } from "vitest";
import {
  believedUsage,
  billOf,
  costOf,
  type Exchange,
  mostTokens,
  type Price,
  reserveOf,
  savedOf,
} from "./money.ts";
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
  expect(costOf({ input: 1, output: 0 }, { ...odd, input: 1.000_000_4 })).toBe(1);
  expect(costOf({ input: 1, output: 0 }, { ...odd, input: 1.000_001 })).toBe(2);
});

test("caching that is counted beyond the input costs what was cached, and nothing is taken off", () => {
  expect(costOf({ input: 10, output: 0, cacheRead: 20, cacheWrite: 4 }, price)).toBe(6 + 15);
});

test("without a price, tokens are put aside and no money", () => {
  expect(reserveOf(10, 5, undefined)).toEqual({ input: 10, output: 5 });
});

test("a token has three bytes at the least", () => {
  expect([0, 1, 3, 4, 300].map(mostTokens)).toEqual([0, 1, 1, 2, 100]);
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
  ["a word", { input: 250, output: 1 }, { sent: 1000, received: 3, maxOutput: 500 }, true],
  ["nothing for one byte", { input: 250, output: 0 }, { sent: 1000, received: 1, maxOutput: 500 }, false],
  ["the fewest for a request", { input: 5, output: 1 }, { sent: 1000, received: 3, maxOutput: 500 }, true],
  ["fewer than that", { input: 4, output: 1 }, { sent: 1000, received: 3, maxOutput: 500 }, false],
  ["fewer than a window", { input: 1999, output: 20 }, { sent: 1e6, received: 80, maxOutput: 500 }, false],
  ["the most with a template", { input: 21_000, output: 1 }, { sent: 1000, received: 3, maxOutput: 1 }, true],
  ["the fewest for a reply", { input: 9, output: 95 }, { sent: 9, received: 20_000, maxOutput: 500 }, true],
  ["one less than that", { input: 9, output: 94 }, { sent: 9, received: 20_000, maxOutput: 500 }, false],
  ["the most that is asked for", { input: 9, output: 1100 }, { sent: 9, received: 80, maxOutput: 500 }, true],
  ["a token for each byte", { input: 9, output: 20_100 }, { sent: 9, received: 20_000, maxOutput: 5 }, true],
  ["more than that", { input: 9, output: 20_101 }, { sent: 9, received: 20_000, maxOutput: 5 }, false],
])("10.4: counts are held against what went to and fro: %s", (_, usage, exchange, isBelieved) => {
  expect(believedUsage(usage, exchange)).toEqual(isBelieved ? usage : undefined);
});

test.each<[what: string, usage: Usage | undefined, isBelieved: boolean]>([
  ["none", undefined, false],
  ["no input", { input: 0, output: 5 }, false],
  ["one token of input", { input: 1, output: 0 }, true],
  ["input below zero", { input: -1, output: 5 }, false],
  ["output below zero", { input: 5, output: -1 }, false],
  ["half a token of input", { input: 1.5, output: 5 }, false],
  ["half a token of output", { input: 5, output: 1.5 }, false],
  ["no number", { input: Number.NaN, output: 5 }, false],
  ["the most in one request", { input: 1e9, output: 1e9 }, true],
  ["more input than that", { input: 1e9 + 1, output: 5 }, false],
  ["more output than that", { input: 5, output: 1e9 + 1 }, false],
])("10.4: counts that no request can have are not believed: %s", (_, usage, isBelieved) => {
  expect(believedUsage(usage)).toEqual(isBelieved ? usage : undefined);
});

test.each<[what: string, cached: Partial<Usage>, isBelieved: boolean]>([
  ["all read", { cacheRead: 10 }, true],
  ["all written", { cacheWrite: 10 }, true],
  ["none read", { cacheRead: 0 }, true],
  ["some of each", { cacheRead: 4, cacheWrite: 6 }, true],
  ["more than the input", { cacheRead: 4, cacheWrite: 7 }, false],
  ["as much of each, and more than the input together", { cacheRead: 6, cacheWrite: 6 }, false],
  ["reading below zero", { cacheRead: -1, cacheWrite: 2 }, false],
  ["writing below zero", { cacheRead: 2, cacheWrite: -1 }, false],
  ["half a token", { cacheRead: 0.5 }, false],
])("10.4: cache counts are believed together, or dropped alone: %s", (_, cached, isBelieved) => {
  const plain = { input: 10, output: 1 };
  expect(believedUsage({ ...plain, ...cached })).toEqual(isBelieved ? { ...plain, ...cached } : plain);
});
