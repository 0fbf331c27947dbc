import { clipped } from "../../text/clipped.ts";
import { oneLine } from "../../text/one-line.ts";

const mostCommand = 120;

/** "runs `npm test`": what a member runs, on one line. */
export function runningWords({ tool, input }: { readonly tool: string; readonly input: unknown }): string {
  if (tool === "run_checks") return "runs the checks";
  const fields = typeof input === "object" && input !== null ? input : {};
  const command = "command" in fields ? fields.command : "cmd" in fields ? fields.cmd : "";
  return `runs \`${clipped(oneLine(String(command)), mostCommand)}\``;
}
