import { Fault } from "../../core/fault.ts";
import { failure, reply, type ToolResult } from "../../core/work/tool.ts";

/** Most characters of one result. Tools have their own, smaller limits; this one holds for all. */
const mostResult = 200_000;

/** A result as the loop takes it: never empty, of limited length, and failed when its own text says so. */
export function takenResult({ failed, text }: ToolResult): ToolResult {
  if (text.trim() === "") return failed ? failure("It failed, and did not say why.") : reply("Done.");
  return { failed: failed || saysFailed(text), text: cut(text) };
}

/** Turns what a tool threw into a result that the model can act on. A fault is for a person, and ends the step. */
export function brokenResult(tool: string, error: unknown): ToolResult {
  if (error instanceof Fault) throw error;
  const words = error instanceof Error ? error.message : String(error);
  return failure(`${tool} broke: ${words.slice(0, 500)}`);
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

function cut(text: string): string {
  if (text.length <= mostResult) return text;
  return `${text.slice(0, mostResult)}\n(cut here: the first ${mostResult} of ${text.length} characters; ask for less at once)`;
}
