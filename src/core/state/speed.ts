/** How fast a model was in its newest replies. What was never measured is left out. */
export interface Speed {
  /** Bytes of a request that it read in a second. */
  readonly read?: number;
  /** Tokens that it wrote in a second. */
  readonly write?: number;
}

export interface Measured {
  /** The size of the request. */
  readonly bytes: number;
  /** Tokens of the reply. */
  readonly tokens: number;
  /** Milliseconds to the first word, and to the end. */
  readonly firstMs: number;
  readonly ms: number;
}

/** Over less time or fewer tokens than these, a rate says little. */
const leastMs = 500;
const leastTokens = 8;

/** The speed after one more reply; the newest replies count most. */
export function speedAfter(before: Speed | undefined, { bytes, tokens, firstMs, ms }: Measured): Speed {
  const writing = ms - firstMs;
  const read = firstMs >= leastMs ? (bytes * 1000) / firstMs : undefined;
  const write = writing >= leastMs && tokens >= leastTokens ? (tokens * 1000) / writing : undefined;
  return { ...blended("read", before?.read, read), ...blended("write", before?.write, write) };
}

function blended<K extends "read" | "write">(
  key: K,
  before: number | undefined,
  measured: number | undefined,
): { readonly [P in K]?: number } {
  const value =
    before === undefined || measured === undefined ? (measured ?? before) : (before + measured) / 2;
  // A record with this one key.
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: number };
}
