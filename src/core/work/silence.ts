import type { Signal } from "../ports/signal.ts";
import { msUntil } from "../state/long-wait.ts";
import type { Instant } from "../terms/ids.ts";

/** How long a running step has said nothing, and how long it may. */
export interface Silence {
  readonly ms: number;
  readonly mostMs: number;
}

const minuteMs = 60_000;
const mostMs = 30 * minuteMs;

/** It has just written a fact, or has begun. */
export const noSilence: Silence = { ms: 0, mostMs };

/**
 * The silence after a signal. A wait that was announced is none: one with a time lasts until then, and one for others
 * until it is heard again. What has a time limit of its own may use it up.
 */
export function silenceAfter(signal: Signal, now: Instant): Silence {
  return { ms: 0, mostMs: mostMs + announcedMs(signal, now) };
}

/** Time that the runner has really lived through: a machine that slept has heard nothing meanwhile. */
export function silenceGrown({ ms, mostMs: most }: Silence, passedMs: number): Silence {
  return { ms: ms + passedMs, mostMs: most };
}

export function isTooSilent({ ms, mostMs: most }: Silence): boolean {
  return ms >= most;
}

export const tooSilentWords = `nothing was heard of it for ${mostMs / minuteMs} minutes, so it was ended`;

function announcedMs(signal: Signal, now: Instant): number {
  switch (signal.type) {
    case "model.waiting":
      return signal.until === undefined ? Infinity : Math.max(0, msUntil(signal.until, now));
    case "ask.began":
      return signal.withinMs ?? 0;
    case "run.printed":
      return signal.waits ? Infinity : (signal.withinMs ?? 0);
    case "text.delta":
    case "reasoning.delta":
    case "call.began":
    case "call.delta":
    case "ask.ended":
      return 0;
  }
}
