import { oneLine } from "../../core/views/plain-text.ts";
import { localDateTime } from "./local-time.ts";

/** Words about something that ends by itself, with the time when it does, as the person's own clock shows it. */
export function withTime(words: string, until: string | undefined): string {
  return until === undefined ? oneLine(words) : `${oneLine(words)} at ${localDateTime(until)}`;
}
