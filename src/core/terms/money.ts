import type { Reserved, Usage } from "./money-schema.ts";

/** Dollars for a million tokens, which is also millionths of a dollar for one. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface Price extends Rates {
  /** The prices of the whole request if its input has more tokens than `over`. */
  readonly long?: Rates & { readonly over: number };
}

/** What a request cost, in millionths of a dollar, rounded up. */
export function costOf(usage: Usage, price: Price): number {
  const rates = ratesFor(usage.input, price);
  const read = usage.cacheRead ?? 0;
  const written = usage.cacheWrite ?? 0;
  const plain = Math.max(0, usage.input - read - written);
  return up(
    plain * rates.input + read * rates.cacheRead + written * rates.cacheWrite + usage.output * rates.output,
  );
}

/** The cost of a reply, as its fact records it. */
export function billOf(usage: Usage, price: Price): { readonly micros: number; readonly saved?: number } {
  const isCached = usage.cacheRead !== undefined || usage.cacheWrite !== undefined;
  return { micros: costOf(usage, price), ...(isCached && { saved: savedOf(usage, price) }) };
}

/** What caching saved: reads at the plain price, minus their cost, minus the extra cost of writing. Rounded down. */
export function savedOf(usage: Usage, price: Price): number {
  const rates = ratesFor(usage.input, price);
  const read = (usage.cacheRead ?? 0) * (rates.input - rates.cacheRead);
  const written = (usage.cacheWrite ?? 0) * (rates.cacheWrite - rates.input);
  return -up(written - read);
}

/** The most a request can cost: all input in the most expensive class, and a reply of full length. */
export function reserveOf(input: number, maxOutput: number, price: Price | undefined): Reserved {
  if (!price) return { input, output: maxOutput };
  // The input may turn out shorter than measured, so either price may apply.
  const worst = [price, ratesFor(input, price)].map(
    (rates) => input * Math.max(rates.input, rates.cacheRead, rates.cacheWrite) + maxOutput * rates.output,
  );
  return { input, output: maxOutput, micros: up(Math.max(...worst)) };
}

function ratesFor(input: number, price: Price): Rates {
  return price.long && input > price.long.over ? price.long : price;
}

/** Prices are not exact in binary: 0.07 times 100 must not become 8. */
function up(micros: number): number {
  return Math.ceil(Number(micros.toFixed(6)));
}

/** An upper estimate of the tokens in a text, well above the count for prose: three bytes per token. */
export function mostTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}
