const firstMs = 1_000;
const mostMs = 60_000;
/** The longest single wait that can be written down. Long before that, a person is asked. */
const longestMs = 10 * 365 * 24 * 60 * 60 * 1_000;

/** Attempts of one ask that may fail before the loop gives up. Lost ones do not count. */
export const mostFailures = 6;

/** The same over all loops that ask one provider, as long as none of them gets a reply. */
export const mostSilences = 18;

/** How long to wait before the next attempt: what the provider asked for, or longer each time, with jitter. */
export function backOffMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined && Number.isFinite(retryAfterMs))
    return Math.min(longestMs, Math.max(0, Math.ceil(retryAfterMs)));
  const ceiling = Math.min(mostMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

const minuteMs = 60_000;
const longestRestMs = 10 * minuteMs;

/**
 * An attempt that failed as often as may be rests and is made again: after one minute, then after twice as long, at most
 * ten, until all rests together are as long as the patience. Undefined: they are. `rests`: how often it has rested.
 */
export function restMs(rests: number, patience: number): number | undefined {
  let rested = 0;
  for (let rest = 0; rest < rests; rest += 1) rested += nthRest(rest);
  return rested >= patience ? undefined : Math.min(nthRest(rests), patience - rested);
}

function nthRest(rest: number): number {
  return Math.min(longestRestMs, minuteMs * 2 ** rest);
}
