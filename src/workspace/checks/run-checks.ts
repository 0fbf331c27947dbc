import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { CheckRun } from "../../core/ports/workspace.ts";
import type { Check } from "../../core/terms/policy.ts";
import { childrenOf } from "../processes/child-record.ts";
import { checkEnvironment } from "../processes/environment.ts";
import type { CommandEnd } from "../processes/run-command.ts";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";
import { testCounts } from "./test-counts.ts";

const mostBytes = 64 * 1024;

/** Runs all checks in order, even after one failed. No process outlives its check. */
export async function runChecks(
  site: Site,
  path: string,
  checks: readonly Check[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of checks) runs.push(await runCheck(site, path, check, timeoutMs, signal));
  return runs;
}

async function runCheck(
  site: Site,
  path: string,
  check: Check,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CheckRun> {
  const temporary = await scratch(site, "check");
  const records = childrenOf(site.folder, site.fence);
  const record = join(records, basename(temporary));
  await mkdir(records, { recursive: true });
  const began = Date.parse(site.clock.now());
  try {
    const env = checkEnvironment(site.env, temporary);
    const ended = await site.runCommand(
      { command: check.run, cwd: path, env, record, timeoutMs, mostBytes },
      signal,
    );
    const counts = testCounts(ended.output);
    return {
      name: check.name,
      command: check.run,
      exit: ended.exit,
      ms: Date.parse(site.clock.now()) - began,
      output: inWords(ended, timeoutMs),
      ...(counts === undefined ? {} : { counts }),
    };
  } finally {
    await rm(record, { force: true });
    await discard(temporary);
  }
}

function inWords(ended: CommandEnd, timeoutMs: number): string {
  if (ended.timedOut) return `${ended.output}\n[ended: it ran longer than ${timeoutMs / 1000} s]\n`;
  return ended.exit === null ? `${ended.output}\n[ended by a signal]\n` : ended.output;
}
