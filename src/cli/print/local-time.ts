import type { LocalTimes } from "../../core/views/rows/layout.ts";

/** How every screen of this process tells a time. */
export const localTimes: LocalTimes = { time: localTime, dateAndTime: localDateTime };

/** A time as the person's own clock shows it: `10:00:05`, with the day if it is another day than `now`. */
export function localTime(instant: string, now?: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  return now === undefined || dayOf(at) === dayOf(new Date(now)) ? time : `${dayOf(at)} ${time}`;
}

/** Date and time as the person's own clock shows them: `2026-01-05 10:00`. */
export function localDateTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return `${dayOf(at)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function dayOf(at: Date): string {
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
