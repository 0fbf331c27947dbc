import type { CommandRun } from "../core/ports/commands.ts";
import type { Denied } from "../core/ports/files.ts";
import type { InsideCommand } from "../core/ports/workspace.ts";
import { onRecord } from "./processes/on-record.ts";
import { usualLimits } from "./sandbox-here.ts";
import type { Site } from "./site.ts";

const mostBytes = 1024 * 1024;

/** Runs a member's command in its worktree. When this settles, none of its processes is running. */
export async function runInside(
  site: Site,
  path: string,
  { command, timeoutMs }: InsideCommand,
  signal: AbortSignal,
): Promise<CommandRun | Denied> {
  const { found, limits } = await site.sandbox();
  if (found.kind === "missing")
    return { kind: "denied", reason: `No command can be run on this machine: ${found.why}. Work without.` };
  const { sandbox } = found;
  const { memoryBytes, processes, diskBytes } = { ...usualLimits, ...limits };
  return onRecord(site, "command", async ({ temporary, record }) => {
    const inside = await sandbox.enter({ worktree: path, commonDir: await site.commonDir(), temporary });
    const began = Date.parse(site.clock.now());
    const { exit, timedOut, over, output } = await site.runCommand(
      {
        command,
        start: inside.start,
        cwd: path,
        env: inside.env,
        record,
        timeoutMs,
        mostBytes,
        redaction: site.redaction,
        limits: {
          memoryBytes,
          processes,
          disk: { bytes: diskBytes, folders: [path, temporary] },
          fileBytes: diskBytes,
        },
      },
      signal,
    );
    const limit = timedOut ? "time" : over;
    return {
      exit,
      ms: Date.parse(site.clock.now()) - began,
      output,
      ...(limit !== undefined && { over: limit }),
      sandbox: sandbox.kind,
    };
  });
}
