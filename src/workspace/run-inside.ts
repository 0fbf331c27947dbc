import type { CommandRun, SandboxState } from "../core/ports/commands.ts";
import type { Denied } from "../core/ports/files.ts";
import type { InsideCommand } from "../core/ports/workspace.ts";
import { onRecord } from "./processes/on-record.ts";
import { type Limits, usualLimits } from "./sandbox/limits.ts";
import type { FoundSandbox } from "./sandbox/sandbox.ts";
import type { Site } from "./site.ts";

const mostBytes = 1024 * 1024;

/** What keeps commands inside their worktrees, and what one of them may take. */
export interface SandboxHere {
  readonly found: FoundSandbox;
  readonly limits: Limits;
}

export const noSandbox: SandboxHere = {
  found: { kind: "missing", why: "nobody looked for a sandbox", remedy: "" },
  limits: usualLimits,
};

export function stateOf({ found }: SandboxHere): SandboxState {
  if (found.kind === "missing") return { state: "missing", why: found.why, remedy: found.remedy };
  const { kind, version, weaker } = found.sandbox;
  return {
    state: "ready",
    kind,
    ...(version !== undefined && { version }),
    ...(weaker.length > 0 && { weaker: [...weaker] }),
  };
}

/** Runs a member's command in its worktree. When this settles, none of its processes is running. */
export async function runInside(
  site: Site,
  path: string,
  { command, timeoutMs, onText }: InsideCommand,
  signal: AbortSignal,
): Promise<CommandRun | Denied> {
  const { found, limits } = await site.sandbox();
  if (found.kind === "missing")
    return { kind: "denied", reason: `No command can be run on this machine: ${found.why}. Work without.` };
  const { sandbox } = found;
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
        limits: { ...limits, folders: [path, temporary] },
        ...(onText && { onText }),
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
