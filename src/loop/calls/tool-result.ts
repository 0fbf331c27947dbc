import { Fault } from "../../core/fault.ts";
import { machineFault } from "../../core/system-fault.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { failure, reply, type ToolResult } from "../../core/work/tool.ts";

/** Most characters of one result. Tools have their own, smaller limits; this one holds for all. */
const mostResult = 200_000;

/** A result as the loop takes it: never empty, and failed when its own text says so. */
export function takenResult({ failed, text }: ToolResult): ToolResult {
  if (text.trim() === "") return failed ? failure("It failed, and did not say why.") : reply("Done.");
  return { failed: failed || saysFailed(text), text };
}

/** Turns what a tool threw into a result that the model can act on. A fault is for a person, and ends the step. */
export function brokenResult(tool: string, error: unknown, { redact }: Redaction): ToolResult {
  if (error instanceof Fault) throw error;
  const machine = machineFault(error);
  if (machine) throw machine;
  const words = redact(error instanceof Error ? error.message : String(error));
  return failure(`${tool} broke: ${words.slice(0, 500)}`);
}

/** The text of a result as it enters the log: without keys, with nothing hidden, and of limited length. */
export function resultText(text: string, redaction: Redaction): string {
  const clean = foreignText(text, redaction);
  if (clean.length <= mostResult) return clean;
  return `${clean.slice(0, mostResult)}\n(cut here: the first ${mostResult} of ${clean.length} characters; ask for less at once)`;
}

/** External tools answer with an object that has `success`. An exit code alone says nothing about success. */
function saysFailed(text: string): boolean {
  if (!/^\s*\{/.test(text) || text.length > mostResult) return false;
  try {
    const told: unknown = JSON.parse(text);
    return typeof told === "object" && told !== null && "success" in told && told.success === false;
  } catch (error) {
    if (error instanceof SyntaxError) return false; // it only looked like JSON
    throw error;
  }
}
