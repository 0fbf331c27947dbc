import type { NextStep } from "../../core/views/next/next-step.ts";
import type { CommonOptions } from "../options.ts";
import { closingLine } from "./closing-line.ts";
import { jsonText } from "./json-text.ts";
import type { Output } from "./output.ts";
import { type Columns, wrapped } from "./wrapped.ts";

/** The result of a command: one JSON document with `next`, or lines for a person that end with the next step. */
export function report(
  { output, terminal }: { readonly output: Output; readonly terminal: Columns },
  options: CommonOptions,
  document: Readonly<Record<string, unknown>>,
  lines: readonly string[],
  next: NextStep,
): void {
  if (options.json) {
    output.out(`${jsonText({ ...document, next })}\n`);
    return;
  }
  output.out([...wrapped(terminal, lines), closingLine(next, terminal), ""].join("\n"));
}
