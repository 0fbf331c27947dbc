import { clipped } from "../../core/text/clipped.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { fits } from "../../core/views/text-width.ts";
import { type Columns, widthFor } from "./wrapped.ts";

/**
 * The end of every command: what to type next, and why. One line, if it fits the terminal; the command is never broken,
 * because a person copies it.
 */
export function closingLine({ command, why }: NextStep, terminal: Columns): string {
  const typed = `Next: ${command}`;
  if (why === "") return typed;
  const because = `(${clipped(oneLine(why), mostWhy)})`;
  const line = `${typed}  ${because}`;
  const width = widthFor(terminal);
  return fits(line, width) ? line : [typed, ...wrap(`  ${because}`, width, 2)].join("\n");
}

/** What waits is told in full above this line, or by the command that it names. */
const mostWhy = 100;
