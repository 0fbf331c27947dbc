import type { Price } from "../core/terms/money.ts";
import known from "./prices.json" with { type: "json" };

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** One line of the table, with its source and date. */
export interface PriceEntry extends Rates {
  readonly long?: Rates & { readonly over: number };
  readonly context?: number;
  /** Year and month. */
  readonly asOf: string;
  /** The last day on which the price is valid. */
  readonly until?: string;
  readonly source: string;
}

/** The compiler checks the shipped table against its type; a test checks what a type cannot say. */
const table: Readonly<Record<string, PriceEntry>> = known.models;

/** The person's own prices, by a model's name or by `provider/*`. */
export type OwnPrices = Readonly<
  Record<string, { readonly [K in keyof Rates]: Rates[K] | undefined } & Pick<Rates, "input" | "output">>
>;

export interface PriceTable {
  /** Undefined: unknown, which is not zero. */
  priceOf(model: string): Price | undefined;
  /** The table's line for a model; the person's own prices are not in it. */
  entryOf(model: string): PriceEntry | undefined;
  /** The models of a provider whose price is known by their own name, each once. */
  modelsOf(provider: string): readonly string[];
}

/** Today's prices: the person's own first, then those that Huddle knows. `today` is an ISO date. */
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
    modelsOf(provider) {
      const names = [...new Set([...Object.keys(own), ...Object.keys(table)])];
      return names.filter(
        (name) =>
          name.startsWith(`${provider}/`) &&
          !name.endsWith("/*") &&
          (own[name] ?? entryOf(name)) !== undefined,
      );
    },
  };

  function entryOf(model: string): PriceEntry | undefined {
    const entry = lookUp(table, model);
    return entry?.until !== undefined && today.slice(0, 10) > entry.until ? undefined : entry;
  }
}

/** By name, by name without the date of a snapshot, then by provider. */
function lookUp<T>(table: Readonly<Record<string, T>>, model: string): T | undefined {
  const undated = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return table[model] ?? table[undated] ?? table[`${model.split("/")[0]}/*`];
}

/** Cached input without its own price costs as much as plain input. */
function priceFrom({ input, output, cacheRead, cacheWrite }: OwnPrices[string]) {
  return { input, output, cacheRead: cacheRead ?? input, cacheWrite: cacheWrite ?? input };
}
