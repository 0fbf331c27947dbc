import type { Instant } from "../../terms/ids.ts";
import type { Speaking } from "./live.ts";

/** How a reply comes along, by the clock of the one who watches. */
export interface Pace {
  /** Seconds since the request was made. */
  readonly seconds: number;
  /** Tokens that have arrived so far, estimated at four characters each: words, reasoning and calls. */
  readonly tokens: number;
  /** Tokens per second since the first one. Left out: too early to say. */
  readonly perSecond?: number;
}

const charactersPerToken = 4;
/** A rate over less time than this says little. */
const leastMs = 2_000;

/** Undefined: it is not known when the request was made. */
export function paceOf({ since, first, arrived }: Speaking, now: Instant): Pace | undefined {
  if (since === undefined) return undefined;
  const seconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / 1000));
  const tokens = Math.round(arrived / charactersPerToken);
  const ms = first === undefined ? 0 : Date.parse(now) - Date.parse(first);
  return { seconds, tokens, ...(ms >= leastMs && tokens > 0 && { perSecond: (tokens * 1000) / ms }) };
}
