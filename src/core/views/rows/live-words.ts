import type { Instant } from "../../terms/ids.ts";
import { durationWords } from "../now/duration.ts";
import type { Speaking } from "../now/live.ts";
import { paceOf } from "../now/pace.ts";
import { oneLine } from "../plain-text.ts";
import type { Layout } from "./layout.ts";

/** The part of a layout that says what time it is, and how it is told. */
type Timed = Pick<Layout, "times" | "now">;

/** What a member does while its words are not here yet, or not shown: `thinks … 42 s, 120 tokens, 6.1 tokens/s`. */
export function doingWords(speaking: Speaking, layout: Timed, usually = ""): string {
  const { held, until, tool, text } = speaking;
  if (held !== undefined) return heldWords(held, until, layout);
  const does = tool !== undefined ? `calls ${oneLine(tool)}` : text.trim() !== "" ? "speaks" : "";
  const words = does || usually || "thinks";
  return [`${words} …`, paceWords(speaking, layout.now)].filter((one) => one !== "").join(" ");
}

/** Shorter waits need no number. */
const fromSeconds = 5;

/** How long it has taken so far, and how quickly it comes. Empty: it is too early, or not known. */
export function paceWords(speaking: Speaking, now: Instant | undefined, how?: "brief"): string {
  const pace = now === undefined ? undefined : paceOf(speaking, now);
  if (!pace || pace.seconds < fromSeconds) return "";
  const { seconds, tokens, perSecond } = pace;
  if (how === "brief") return durationWords(seconds);
  return [
    durationWords(seconds),
    ...(tokens > 0 ? [`about ${tokens} tokens`] : []),
    ...(perSecond === undefined ? [] : [`${rateWords(perSecond)} tokens/s`]),
  ].join(", ");
}

/** Why the request is held back, and when it goes out. */
function heldWords(held: string, until: Instant | undefined, layout: Timed): string {
  if (until === undefined) return `waits: ${oneLine(held)}`;
  return `asks ${untilWords(until, layout)}: ${oneLine(held)}`;
}

/** `at 10:00:05 (in 42 s)`. */
export function untilWords(until: Instant, { times, now }: Timed): string {
  return `at ${times.time(until, now)}${leftWords(until, now)}`;
}

/** ` (in 42 s)`. Empty: the time has come, or nobody knows what time it is. */
export function leftWords(until: Instant, now: Instant | undefined): string {
  const left = now === undefined ? 0 : Math.ceil((Date.parse(until) - Date.parse(now)) / 1000);
  return left > 0 ? ` (in ${durationWords(left)})` : "";
}

function rateWords(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond));
}
