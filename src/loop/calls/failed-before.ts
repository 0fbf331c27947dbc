import type { Call, SettledCall } from "../../core/state/call.ts";
import { listedPath } from "../../core/text/path-list.ts";
import { type GeneralTool, tidied } from "../../core/work/tool.ts";
import { callKey } from "./tripped-calls.ts";

/**
 * What failed among the calls before a claim that work is done, each as its author can find it. A failure no longer
 * counts once a later call of the same tool has succeeded at the same thing.
 */
export function failedBefore(
  calls: readonly Call[],
  claiming: string,
  tools: readonly GeneralTool[],
): readonly string[] {
  const failed = calls.filter(
    (call, index): call is SettledCall =>
      isFailed(call) &&
      call.tool !== claiming &&
      !calls.slice(index + 1).some((later) => isMended(call, later, tools)),
  );
  return [...new Set(failed.map(nameOf))];
}

/** A command that came to its end may say anything by its exit code: `grep` ends with 1 when it finds nothing. */
function isFailed(call: Call): boolean {
  return call.status === "settled" && call.result.failed && typeof call.result.ran?.exit !== "number";
}

function isMended(failed: Call, later: Call, tools: readonly GeneralTool[]): boolean {
  if (later.tool !== failed.tool || later.status !== "settled" || later.result.failed) return false;
  if (callKey(later.tool, later.input) === callKey(failed.tool, failed.input)) return true;
  const tool = tools.find(({ name }) => name === failed.tool);
  const [now, before] = [later, failed].map(({ input }) => tool?.input.safeParse(tidied(tool, input)));
  return now?.success && before?.success ? (tool?.mends?.(now.data, before.data) ?? false) : false;
}

function nameOf({ tool, input }: SettledCall): string {
  const path = typeof input === "object" && input !== null && "path" in input ? input.path : undefined;
  return typeof path === "string" ? `${tool} (${listedPath(path.slice(0, 200))})` : tool;
}
