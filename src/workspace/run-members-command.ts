import type { CommandRun } from "../core/ports/commands.ts";
import type { Denied } from "../core/ports/files.ts";
import type { InsideCommand } from "../core/ports/workspace.ts";
import { runInside } from "./run-inside.ts";
import { dependenciesFor } from "./setup/set-up.ts";
import type { Site } from "./site.ts";

const mostBytes = 1024 * 1024;

/** Runs a member's command in its worktree. When this settles, none of its processes is running. */
export async function runMembersCommand(
  site: Site,
  path: string,
  { command, timeoutMs, setup }: InsideCommand,
  signal: AbortSignal,
): Promise<CommandRun | Denied> {
  const { found, ...here } = await site.sandbox();
  if (found.kind !== "ready")
    return { kind: "denied", reason: `No command can be run on this machine: ${found.why}. Work without.` };
  const dependencies = await dependenciesFor(site, path, setup);
  if (dependencies && "kind" in dependencies) return dependencies;
  const call = {
    command,
    timeoutMs,
    mostBytes,
    reach: "commands" as const,
    ...(dependencies && { dependencies }),
  };
  const ready = { ...here, sandbox: found.sandbox };
  const { exit, ms, output, timedOut, over, sandbox, blocked } = await runInside(
    site,
    ready,
    path,
    call,
    signal,
  );
  const limit = timedOut ? "time" : over;
  return {
    exit,
    ms,
    output,
    ...(limit !== undefined && { over: limit }),
    sandbox,
    ...(blocked !== undefined && { blocked }),
  };
}
