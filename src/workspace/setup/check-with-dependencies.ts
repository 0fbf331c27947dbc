import type { CheckRun } from "../../core/ports/check-run.ts";
import type { CheckingHow } from "../../core/ports/workspace.ts";
import { type Check, setUpName } from "../../core/terms/policy.ts";
import { runChecks } from "../checks/run-checks.ts";
import { readyOf } from "../sandbox-here.ts";
import type { Site } from "../site.ts";
import { dependenciesFor } from "./set-up.ts";

/** Runs checks with what set-up made for exactly this content. Where that has no place, this is the only result. */
export async function checkWithDependencies(
  site: Site,
  path: string,
  checks: readonly Check[],
  { timeoutMs, setup }: CheckingHow,
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const dependencies = await dependenciesFor(site, path, setup);
  if (dependencies && "kind" in dependencies) {
    const output = `${dependencies.reason}\n`;
    const report = { failing: [], more: 0 };
    const sandbox = readyOf(await site.sandbox())?.sandbox.kind ?? "none";
    return [{ name: setUpName, command: setup?.run ?? "", exit: 1, ms: 0, output, report, sandbox }];
  }
  return runChecks(site, path, checks, { timeoutMs, reach: "checks", dependencies }, signal);
}
