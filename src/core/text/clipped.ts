import { wholeBefore } from "./whole-before.ts";

/** The text or, if it is longer than `most`, that much of its start and an ellipsis. No character is cut in two. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, wholeBefore(text, most))}…`;
}
