import type { Notice } from "../../app/unattended/notice.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { fitted } from "../../core/views/text-width.ts";

const esc = "\u001b";
export const bell = "\u0007";
/** Longer messages are cut by those who show them, or not shown at all. */
const mostColumns = 160;

/**
 * Rings, sets the title, and has a terminal that can do so show a message (OSC 9). Nothing of it moves the cursor, so it
 * may be written between any two writes of a screen.
 */
export function announcement({ text, waits }: Pick<Notice, "text" | "waits">): string {
  // A message that began with a number would be another order to some terminals.
  const words = fitted(
    `${waits.length > 0 ? "Huddle needs you" : "Huddle is done"}: ${oneLine(text)}`,
    mostColumns,
  );
  return `${command(2, words)}${command(9, words)}${bell}`;
}

/** The title while nothing is wanted of a person. */
export function restingTitle(title: string): string {
  return command(2, fitted(`Huddle: ${oneLine(title)}`, mostColumns));
}

function command(number: number, words: string): string {
  return `${esc}]${number};${words}${esc}\\`;
}
