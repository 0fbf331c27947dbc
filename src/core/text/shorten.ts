import { wholeBefore } from "./clipped.ts";

/** The text or, if it is too long, its start and its end, with a note between them of how much is missing. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = wholeBefore(text, Math.ceil(most * 0.65));
  const tail = wholeBefore(text, text.length - Math.floor(most * 0.35));
  return `${text.slice(0, head)}\n(${tail - head} characters left out here)\n${text.slice(tail)}`;
}
