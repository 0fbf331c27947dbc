import type { Clock } from "../../src/core/ports/clock.ts";
import { realClock } from "./plain.ts";

const pace = 20;
const begun = Date.now();

/** Time that passes twenty times as fast, so that waiting for a provider does not hold a test up. */
export const hurriedClock: Clock = {
  now: () => new Date(begun + (Date.now() - begun) * pace).toISOString(),
  sleep: (ms, signal) => realClock.sleep(ms / pace, signal),
};
