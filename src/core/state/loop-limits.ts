import { toArray } from "../text/appended.ts";
import type { Loop } from "./thread.ts";

/** Asks that a loop has in all: whichever of its limits comes first. */
export function asksAllowed({ limit, escalate }: Loop): number {
  return Math.min(limit, escalate?.hard ?? limit);
}

/** Asks that have been answered count; one that was lost or failed is asked again under its old number. */
export function asksAnswered(loop: Loop): number {
  return toArray(loop.asks).filter((ask) => ask.reply).length;
}
