import type { NextStep } from "../../core/views/inbox/next-step.ts";
import type { CommonOptions } from "../options.ts";
import type { Wire } from "../wire.ts";
import { closingLine } from "./closing-line.ts";

/** The result of a command: one JSON document with `next`, or lines for a person that end with the next step. */
export function report(
  wire: Wire,
  options: CommonOptions,
  document: Readonly<Record<string, unknown>>,
  lines: readonly string[],
  next: NextStep,
): void {
  if (options.json) {
    wire.output.out(`${JSON.stringify({ ...document, next })}\n`);
    return;
  }
  wire.output.out([...lines, closingLine(next), ""].join("\n"));
}
