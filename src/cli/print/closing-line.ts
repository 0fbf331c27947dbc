import { clipped } from "../../core/text/clipped.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";

/** The last line of every command: what to type next, and why. */
export function closingLine({ command, why }: NextStep): string {
  return why === "" ? `Next: ${command}` : `Next: ${command}  (${clipped(oneLine(why), mostWhy)})`;
}

/** What waits is told in full above this line, or by the command that it names. */
const mostWhy = 100;
