import type { Policy } from "../terms/policy.ts";
import { oneLine } from "../text/one-line.ts";

/**
 * Which checks will run, and with what. Members cannot run anything, so this is how they know. `versions`: the programs
 * that the checks use, as far as they say.
 */
export function checksText({ quick, full }: Policy["checks"], versions: readonly string[]): string {
  if (quick.length + full.length === 0)
    return "# Checks\nNone are configured, so the reviewer is the only one who looks.";
  const after = commands(quick);
  const before = commands(full);
  return [
    "# Checks",
    ...(after === before
      ? [`After \`done\`, and again before landing: ${after}`]
      : [`After \`done\`: ${after || "none"}`, `Before landing: ${before || "none"}`]),
    ...(versions.length > 0 ? [`With: ${versions.map(oneLine).join(", ")}`] : []),
  ].join("\n");
}

function commands(checks: Policy["checks"]["quick"]): string {
  return checks.map(({ run }) => oneLine(run)).join("; ");
}
