import type { Instant } from "../terms/ids.ts";

const minuteMs = 60_000;
const longMs = 10 * minuteMs;
const absurdMs = 31 * 24 * 60 * minuteMs;

/** Whether this time is so far ahead that a person is asked: more than ten minutes. */
export function isLongWait(until: Instant, now: Instant): boolean {
  return msUntil(until, now) > longMs;
}

/**
 * Whether a time ahead is hardly meant: it lies more than a month ahead, or the clock shows an earlier time than when
 * the wait began (`at`), so it was set back since then.
 */
export function isDoubtful(wait: { readonly until: Instant; readonly at: Instant }, now: Instant): boolean {
  return msUntil(wait.until, now) > absurdMs || msUntil(wait.at, now) > minuteMs;
}

export function msUntil(until: Instant, now: Instant): number {
  return Date.parse(until) - Date.parse(now);
}
