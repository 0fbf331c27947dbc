import { oneLine } from "../core/text/one-line.ts";
import { visible } from "../core/text/visible.ts";

/** The lines at the end of a message that programs read: what they are called, and what they say. */
export type Trailers = readonly (readonly [name: string, value: string])[];

/**
 * A commit's message. Its first line is one line, nothing in it is hidden, and its trailers are exactly these: lines of
 * `words` that programs would read as one, or as the end of the message, are quoted.
 */
export function commitMessage(words: string, trailers: Trailers): string {
  const [first = "", ...rest] = visible(words).trim().split("\n");
  const body = rest.map((line) => (readByPrograms.test(line) ? `> ${line.trim()}` : line.trimEnd()));
  const parts = [
    oneLine(first) || "A change without a summary",
    body.join("\n").trim(),
    trailers.map(([name, value]) => `${name}: ${oneLine(value)}`).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A trailer such as `Signed-off-by: …` or `Fixes #1`, a cherry-pick, a divider, a comment. */
const readByPrograms = /^\s*(?:[\w-]+\s*[:=#]|\(cherry picked|---|#|;)/i;
