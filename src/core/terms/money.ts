import type { Reserved, Usage } from "./money-schema.ts";

/** Dollars for a million tokens, which is also millionths of a dollar for one. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface Price extends Rates {
  /** What the whole request costs when its input has more tokens than `over`. */
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

/** What a reply's usage comes to, as its fact records it. */
export function billOf(usage: Usage, price: Price): { readonly micros: number; readonly saved?: number } {
  const isCached = usage.cacheRead !== undefined || usage.cacheWrite !== undefined;
  return { micros: costOf(usage, price), ...(isCached && { saved: savedOf(usage, price) }) };
}

/** What caching spared: reads at the plain price less what they cost, less what writing cost on top. Rounded down. */
export function savedOf(usage: Usage, price: Price): number {
  const rates = ratesFor(usage.input, price);
  const read = (usage.cacheRead ?? 0) * (rates.input - rates.cacheRead);
  const written = (usage.cacheWrite ?? 0) * (rates.cacheWrite - rates.input);
  return -up(written - read);
}

/** The worst a request can cost: all input in the dearest class, and a reply of full length. */
export function reserveOf(input: number, maxOutput: number, price: Price | undefined): Reserved {
  if (!price) return { input, output: maxOutput };
  // It may turn out shorter than measured, so that either price can be the one.
  const worst = [price, ratesFor(input, price)].map(
    (rates) => input * Math.max(rates.input, rates.cacheRead, rates.cacheWrite) + maxOutput * rates.output,
  );
  return { input, output: maxOutput, micros: up(Math.max(...worst)) };
}

function ratesFor(input: number, price: Price): Rates {
  return price.long && input > price.long.over ? price.long : price;
}

/** Prices are no binary fractions: 0.07 times 100 must not become 8. */
function up(micros: number): number {
  return Math.ceil(Number(micros.toFixed(6)));
}

/** As many tokens as a tokenizer may count for text, and a good deal more for prose: three bytes to a token. */
export function mostTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}
