import { z } from "zod";
import type { Price } from "../core/money.ts";
import known from "./prices.json" with { type: "json" };

const amount = z.number().nonnegative();
const rates = z.strictObject({
  input: amount,
  output: amount,
  cacheRead: amount.optional(),
  cacheWrite: amount.optional(),
});

/** One line of the table, with where it is from and of when. */
const entrySchema = rates.extend({
  long: rates.extend({ over: z.int().positive() }).optional(),
  context: z.int().positive().optional(),
  asOf: z.string().regex(/^\d{4}-\d{2}$/),
  until: z.iso.date().optional(),
  source: z.string().min(1),
});
export type PriceEntry = z.infer<typeof entrySchema>;

const tableSchema = z.strictObject({ about: z.string(), models: z.record(z.string(), entrySchema) });

type Rates = z.infer<typeof rates>;

/** What a person says a model costs, by its name or by `provider/*`. */
export type OwnPrices = Readonly<
  Record<string, { readonly [K in keyof Rates]: Rates[K] | undefined } & Pick<Rates, "input" | "output">>
>;

export interface PriceTable {
  /** Undefined: nobody knows, which is not zero. */
  priceOf(model: string): Price | undefined;
  /** What is known of a model; nothing of a price that the person set. */
  entryOf(model: string): PriceEntry | undefined;
}

/** The prices that hold today: the person's own first, then those that Huddle knows. `today` is an ISO date. */
export function openPrices(own: OwnPrices, today: string): PriceTable {
  const table = tableSchema.parse(known).models;
  return {
    priceOf(model) {
      const mine = lookUp(own, model);
      if (mine) return priceFrom(mine);
      const entry = entryOf(model);
      return (
        entry && {
          ...priceFrom(entry),
          ...(entry.long && { long: { ...priceFrom(entry.long), over: entry.long.over } }),
        }
      );
    },
    entryOf,
  };

  function entryOf(model: string): PriceEntry | undefined {
    const entry = lookUp(table, model);
    return entry?.until !== undefined && today.slice(0, 10) > entry.until ? undefined : entry;
  }
}

/** By its name; by its name without the date of a snapshot; by its provider. */
function lookUp<T>(table: Readonly<Record<string, T>>, model: string): T | undefined {
  const undated = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return table[model] ?? table[undated] ?? table[`${model.split("/")[0]}/*`];
}

/** A class without a price of its own costs what plain input does. */
function priceFrom({ input, output, cacheRead, cacheWrite }: OwnPrices[string]) {
  return { input, output, cacheRead: cacheRead ?? input, cacheWrite: cacheWrite ?? input };
}
