import type { StoryLine } from "../story-line.ts";

/** One line for members who passed one after the other. Their reasons are in the whole story. */
export function passedLine(first: StoryLine, others: readonly StoryLine[]): StoryLine {
  if (others.length === 0) return first;
  const names = others.map(({ who }) => who).join(", ");
  return { ...first, text: `passes, and so ${others.length === 1 ? "does" : "do"} ${names}`, brief: true };
}
