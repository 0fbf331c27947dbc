import type { Reserved, Usage } from "./events.ts";

/** Dollars for a million tokens, which is also millionths of a dollar for one. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What a request cost, in millionths of a dollar, rounded up. */
export function costOf(usage: Usage, price: Price): number {
  const read = usage.cacheRead ?? 0;
  const written = usage.cacheWrite ?? 0;
  const plain = Math.max(0, usage.input - read - written);
  return Math.ceil(
    plain * price.input + read * price.cacheRead + written * price.cacheWrite + usage.output * price.output,
  );
}

/** What a reply's usage comes to, as its fact records it. */
export function billOf(usage: Usage, price: Price): { readonly micros: number; readonly saved?: number } {
  const isCached = usage.cacheRead !== undefined || usage.cacheWrite !== undefined;
  return { micros: costOf(usage, price), ...(isCached && { saved: savedOf(usage, price) }) };
}

/** What caching spared: reads at the plain price less what they cost, less what writing cost on top. Rounded down. */
export function savedOf(usage: Usage, price: Price): number {
  const read = (usage.cacheRead ?? 0) * (price.input - price.cacheRead);
  const written = (usage.cacheWrite ?? 0) * (price.cacheWrite - price.input);
  return Math.floor(read - written);
}

/** The worst a request can cost: all input in the dearest class, and a reply of full length. */
export function reserveOf(input: number, maxOutput: number, price: Price | undefined): Reserved {
  if (!price) return { input, output: maxOutput };
  return {
    input,
    output: maxOutput,
    micros: Math.ceil(input * Math.max(price.input, price.cacheWrite) + maxOutput * price.output),
  };
}

/** As many tokens as a tokenizer may count for text, and a good deal more for prose: three bytes to a token. */
export function mostTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}
