import type { NextStep } from "../../core/views/next/next-step.ts";

/** The last line of every command: what to type next, and why. */
export function closingLine({ command, why }: NextStep): string {
  return why === "" ? `Next: ${command}` : `Next: ${command}  (${why})`;
}
