import { expect, test } from "vitest";
import { openPrices } from "./price-table.ts";
import known from "./prices.json" with { type: "json" };

const today = "2026-11-01T00:00:00.000Z";

test("every line has a date and a source, and makes a price", () => {
  const { priceOf, entryOf } = openPrices({}, today);
  for (const [model, entry] of Object.entries(known.models)) {
    const name = model.replace("*", "some");
    expect(priceOf(name), model).toMatchObject({ input: entry.input, output: entry.output });
    expect(entryOf(name)?.source, model).toMatch(/^https:\/\/|your own machine/);
    expect(entry.asOf, model).toMatch(/^\d{4}-\d{2}$/);
    for (const amount of amountsIn(entry)) expect(amount, model).toBeGreaterThanOrEqual(0);
    if ("until" in entry) expect(entry.until, model).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test("a snapshot costs what its model does", () => {
  const { priceOf } = openPrices({}, today);
  expect(priceOf("anthropic/claude-sonnet-4-5-20250929")).toEqual(priceOf("anthropic/claude-sonnet-4-5"));
  expect(priceOf("openai/gpt-5-2025-08-07")).toEqual(priceOf("openai/gpt-5"));
  expect(priceOf("openai/gpt-5-mini")).not.toEqual(priceOf("openai/gpt-5"));
});

test("unknown is unknown", () => {
  const { priceOf } = openPrices({}, today);
  expect(["anthropic/claude-next", "vllm/x", "acme/x", "strong"].map(priceOf)).toEqual(
    Array(4).fill(undefined),
  );
});

test("a price that has run out is unknown", () => {
  expect(openPrices({}, today).priceOf("google/gemini-3.8-flash")).toMatchObject({ input: 0.75 });
  expect(openPrices({}, "2027-01-01").priceOf("google/gemini-3.8-flash")).toBeUndefined();
});

test("a person's own prices come first, by name or by provider", () => {
  const own = {
    "openai/gpt-5": { input: 1, output: 2, cacheRead: 0.5 },
    "acme/*": { input: 3, output: 4 },
    "acme/free": { input: 0, output: 0 },
  };
  const { priceOf } = openPrices(own, today);
  expect(priceOf("openai/gpt-5")).toEqual({ input: 1, output: 2, cacheRead: 0.5, cacheWrite: 1 });
  expect(priceOf("acme/x")).toEqual({ input: 3, output: 4, cacheRead: 3, cacheWrite: 3 });
  expect(priceOf("acme/free")).toMatchObject({ input: 0, output: 0 });
});

function amountsIn(value: object): readonly number[] {
  return Object.values(value).flatMap((one) =>
    typeof one === "object" && one !== null ? amountsIn(one) : typeof one === "number" ? [one] : [],
  );
}
