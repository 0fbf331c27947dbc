import type { Speed } from "../../core/state/speed.ts";
import type { Limits } from "../endpoint.ts";

/** The time limits of one attempt. */
export interface Allowed {
  /** Until the first byte. */
  readonly firstByteMs: number;
  /** Without a sign of life after that. */
  readonly idleMs: number;
  /** With signs of life only, and no more words. */
  readonly wordlessMs: number;
  /** For all of it, as far as that can be told from what has arrived. */
  totalMs(soFar: Written): number;
}

export interface Written {
  readonly characters: number;
  /** Milliseconds from the start to the first word, and since then. */
  readonly firstMs: number;
  readonly writingMs: number;
}

interface Asking {
  /** The size of the request. */
  readonly bytes: number;
  /** The most tokens that the reply may have. */
  readonly maxOutput: number;
  /** How fast the model was before. */
  readonly speed?: Speed;
}

/** No attempt is cut off before this, as long as there are signs of life. */
const leastMs = 900_000;
const charactersPerToken = 4;
/** Tokens per second. Slower than this is not writing. */
const slowest = 0.1;
/** A rate over less than this says little. */
const leastTokens = 20;
/** How much longer than expected a reply may take. */
const margin = 2;
/** The same for reading: what a server had in its cache was read faster. */
const readingMargin = 4;

/**
 * Time limits follow how fast the model reads and writes. A reply that is still being written goes on until it has as
 * many tokens as Huddle asked for, with a margin. What the person set holds as it is.
 */
export function allowedTime(limits: Limits, { bytes, maxOutput, speed = {} }: Asking): Allowed {
  const reading = speed.read === undefined ? 0 : (readingMargin * bytes * 1000) / speed.read;
  const writing = (rate = Infinity) => (margin * maxOutput * 1000) / Math.max(slowest, rate);
  return {
    firstByteMs: limits.isFirstByteSet ? limits.firstByteMs : Math.max(limits.firstByteMs, reading),
    idleMs: limits.idleMs,
    wordlessMs: limits.totalMs ?? Math.max(leastMs, reading, writing(speed.write)),
    totalMs(soFar) {
      const rate = Math.min(rateOf(soFar) ?? Infinity, speed.write ?? Infinity);
      return limits.totalMs ?? Math.max(soFar.firstMs, reading) + Math.max(leastMs, writing(rate));
    },
  };
}

/** Tokens per second in this attempt. Undefined: too early to say. */
function rateOf({ characters, writingMs }: Written): number | undefined {
  const tokens = characters / charactersPerToken;
  return tokens < leastTokens || writingMs <= 0 ? undefined : (tokens * 1000) / writingMs;
}
