import type { Instant } from "../terms/ids.ts";

export interface Clock {
  now(): Instant;
  /** Resolves after this time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export type Hash = (text: string) => string;
