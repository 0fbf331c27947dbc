import { basename } from "node:path";
import type { CheckRun } from "../../core/ports/check-run.ts";
import { TestReading } from "../../core/reports/runners/read-tests.ts";
import type { TestReport } from "../../core/reports/test-report.ts";
import type { Check } from "../../core/terms/policy.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { mapTexts } from "../../core/text/visible.ts";
import { checkEnvironment } from "../processes/environment.ts";
import { onRecord } from "../processes/on-record.ts";
import type { CommandEnd } from "../processes/run-command.ts";
import type { Site } from "../site.ts";
import { guardSettings } from "./settings-guard.ts";
import { whyNotStarted } from "./why-not-started.ts";

const mostBytes = 64 * 1024;

/**
 * Runs all checks in order, even after one failed, up to the first that cannot start: a person has to mend that, and
 * then all of them run again. No process outlives its check.
 */
export async function runChecks(
  site: Site,
  path: string,
  checks: readonly Check[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of checks) {
    const run = await runCheck(site, path, check, timeoutMs, signal);
    runs.push(run);
    if (run.broken !== undefined) break;
  }
  return runs;
}

async function runCheck(
  site: Site,
  path: string,
  check: Check,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CheckRun> {
  const { redaction } = site;
  const began = Date.parse(site.clock.now());
  return onRecord(site, "check", async ({ temporary, record }) => {
    const env = checkEnvironment(site.env, temporary);
    const { start } = await site.isolation();
    const tests = new TestReading(path);
    const onText = (text: string) => tests.write(text);
    const command = { command: check.run, start, cwd: path, env, record, timeoutMs, mostBytes };
    const { ended, undone } = await guarded(site, basename(temporary), timeoutMs, () =>
      site.runCommand({ ...command, redaction, onText }, signal),
    );
    const report = tests.end();
    const hasCounted = report.counts !== undefined;
    const exit = hasCounted ? (ended.code ?? ended.exit) : ended.exit;
    const broken = whyNotStarted(ended, hasCounted);
    return {
      name: check.name,
      command: check.run,
      exit,
      ms: Date.parse(site.clock.now()) - began,
      output: inWords({ ...ended, exit }, timeoutMs),
      report: withoutKeys(report, redaction),
      ...(broken === undefined ? {} : { broken }),
      ...(undone.length > 0 && { undone: undone.map((text) => foreignText(text, redaction)) }),
    };
  });
}

/** Runs a command, and puts back what it does to the repository's git settings, however it ends. */
async function guarded(
  site: Site,
  name: string,
  timeoutMs: number,
  run: () => Promise<CommandEnd>,
): Promise<{ readonly ended: CommandEnd; readonly undone: readonly string[] }> {
  const guard = await guardSettings(site, name, timeoutMs);
  try {
    const ended = await run();
    return { ended, undone: await guard.undo() };
  } catch (error) {
    await guard.undo();
    throw error;
  }
}

/** A runner may write a test's name in pieces, or escaped. */
function withoutKeys(report: TestReport, redaction: Redaction): TestReport {
  return mapTexts(report, (text) => foreignText(text, redaction)) as TestReport; // only texts change
}

function inWords(ended: CommandEnd, timeoutMs: number): string {
  if (ended.timedOut) return `${ended.output}\n[ended: it ran longer than ${timeoutMs / 1000} s]\n`;
  return ended.exit === null ? `${ended.output}\n[ended by a signal]\n` : ended.output;
}
