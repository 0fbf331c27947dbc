import { toArray } from "../text/appended.ts";
import type { Loop } from "./thread.ts";

/** How many asks a loop has in all: the smallest of its limits. */
export function asksAllowed({ limit, escalate }: Loop): number {
  return Math.min(limit, escalate?.hard ?? limit);
}

/** Only answered asks count. A lost or failed one is asked again under its old number. */
export function asksAnswered(loop: Loop): number {
  return toArray(loop.asks).filter((ask) => ask.reply).length;
}
