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

/** What one exchange with a model consisted of, in bytes, and the most tokens of output that were asked for. */
export interface Exchange {
  readonly sent: number;
  readonly received: number;
  readonly maxOutput: number;
}

/**
 * The token counts of one request as far as they can be true; undefined if they cannot. Providers and proxies send
 * zeros, negative numbers and worse, and an attempt that is counted at them would spend past every budget. The limits
 * are wide: a token is at least one byte, and at most 200; a few thousand tokens are added by templates and cut off by
 * small windows; hidden reasoning may exceed the output that was asked for, but not by much.
 *
 * Cache counts that do not fit into the input are dropped alone. The input then costs the plain price.
 */
export function believedUsage(usage: Usage | undefined, exchange?: Exchange): Usage | undefined {
  if (!usage || !isCount(usage.input) || !isCount(usage.output) || usage.input === 0) return undefined;
  if (exchange && !fits(usage, exchange)) return undefined;
  const { input, output, cacheRead, cacheWrite } = usage;
  const [read, written] = [cacheRead ?? 0, cacheWrite ?? 0];
  const isCacheKnown = isCount(read) && isCount(written) && read + written <= input;
  return {
    input,
    output,
    ...(isCacheKnown && cacheRead !== undefined && { cacheRead }),
    ...(isCacheKnown && cacheWrite !== undefined && { cacheWrite }),
  };
}

function fits({ input, output }: Usage, { sent, received, maxOutput }: Exchange): boolean {
  const leastInput = Math.min(smallWindow, sent / longestToken);
  const leastOutput = (received - 5 * longestToken) / longestToken;
  const mostOutput = Math.max(2 * maxOutput, received) + 100;
  if (output === 0 && received > 0) return false;
  return input >= leastInput && input <= sent + template && output >= leastOutput && output <= mostOutput;
}

/** Bytes. No tokenizer comes near this on average. */
const longestToken = 200;
/** Tokens. A server with a small window counts only what it did not cut off. */
const smallWindow = 2_000;
/** Tokens that a provider may add to what was sent, such as its own rules for tools. */
const template = 20_000;
/** No request has more tokens than this. */
const mostInOne = 1_000_000_000;

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= mostInOne;
}

/** An upper estimate of the tokens in a text, well above the count for prose: three bytes per token. */
export function mostTokens(bytes: number): number {
  return Math.ceil(bytes / 3);
}
