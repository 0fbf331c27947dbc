import type { Price } from "../core/terms/money.ts";
import known from "./prices.json" with { type: "json" };

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** One line of the table, with where it is from and of when. */
export interface PriceEntry extends Rates {
  readonly long?: Rates & { readonly over: number };
  readonly context?: number;
  /** Year and month. */
  readonly asOf: string;
  /** The last day on which it holds. */
  readonly until?: string;
  readonly source: string;
}

/** What ships is held to its type by the compiler, and to what a type cannot say by a test. */
const table: Readonly<Record<string, PriceEntry>> = known.models;

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
