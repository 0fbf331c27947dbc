import type { Instant } from "../../core/terms/ids.ts";
import { durationWords } from "../../core/views/now/duration.ts";
import type { Speaking } from "../../core/views/now/live.ts";
import { paceOf } from "../../core/views/now/pace.ts";
import { localTime } from "../print/local-time.ts";
import { oneLine } from "../print/plain-text.ts";

/** What a member does while its words are not here yet, or not shown: `thinks … 42 s, 120 tokens, 6.1 tokens/s`. */
export function doingWords(speaking: Speaking, now: Instant | undefined, usually = ""): string {
  const { held, until, tool, text } = speaking;
  if (held !== undefined) return heldWords(held, until, now);
  const does = tool !== undefined ? `calls ${oneLine(tool)}` : text.trim() !== "" ? "speaks" : "";
  const words = does || usually || "thinks";
  return [`${words} …`, paceWords(speaking, now)].filter((one) => one !== "").join(" ");
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
function heldWords(held: string, until: Instant | undefined, now: Instant | undefined): string {
  if (until === undefined) return `waits: ${oneLine(held)}`;
  return `asks ${untilWords(until, now)}: ${oneLine(held)}`;
}

/** `at 10:00:05 (in 42 s)`. */
export function untilWords(until: Instant, now: Instant | undefined): string {
  return `at ${localTime(until, now)}${leftWords(until, now)}`;
}

/** ` (in 42 s)`. Empty: the time has come, or nobody knows what time it is. */
export function leftWords(until: Instant, now: Instant | undefined): string {
  const left = now === undefined ? 0 : Math.ceil((Date.parse(until) - Date.parse(now)) / 1000);
  return left > 0 ? ` (in ${durationWords(left)})` : "";
}

function rateWords(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond));
}
