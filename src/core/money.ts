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

/** The worst a request can cost: all input in the dearest class, and a reply of full length. */
export function reserveOf(input: number, maxOutput: number, price: Price | undefined): Reserved {
  if (!price) return { input, output: maxOutput };
  return {
    input,
    output: maxOutput,
    micros: Math.ceil(input * Math.max(price.input, price.cacheWrite) + maxOutput * price.output),
  };
}

/** Never fewer than a tokenizer would count for text: three characters to a token. */
export function mostTokens(characters: number): number {
  return Math.ceil(characters / 3);
}
