const minuteMs = 60_000;

/** How long a run that nobody watches waits for what ends by itself. */
export const alonePatienceMs = 12 * 60 * minuteMs;

/**
 * How long a provider that is away is asked again before a person has to decide. `waitMs`: how long a person is waited
 * for who is not there; undefined: one is there.
 */
export function patienceOf(waitMs: number | undefined): number {
  return waitMs === undefined ? 30 * minuteMs : alonePatienceMs;
}
