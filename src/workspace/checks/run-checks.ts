import { basename } from "node:path";
import type { CheckRun } from "../../core/ports/check-run.ts";
import { TestReading } from "../../core/reports/runners/read-tests.ts";
import type { TestReport } from "../../core/reports/test-report.ts";
import type { Check } from "../../core/terms/policy.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { mapTexts } from "../../core/text/visible.ts";
import { assertRoom } from "../processes/assert-room.ts";
import { checkEnvironment } from "../processes/environment.ts";
import { onRecord } from "../processes/on-record.ts";
import { type InsideEnd, inPortTurn, runInside } from "../run-inside.ts";
import type { Dependencies } from "../sandbox/mounts/dependency-mounts.ts";
import { type Reach, type Ready, readyOf } from "../sandbox-here.ts";
import type { Site } from "../site.ts";
import { inLine } from "../telling.ts";
import { markOf, readReport } from "./read-report.ts";
import { guardSettings } from "./settings-guard.ts";
import { whyNotStarted } from "./why-not-started.ts";

const mostBytes = 64 * 1024;

/** How a check runs. */
export interface CheckCall {
  readonly timeoutMs: number;
  readonly reach: Exclude<Reach, "commands">;
  readonly dependencies?: Dependencies | undefined;
}

/**
 * Runs all checks in order, even after one failed, up to the first that cannot start: a person has to mend that, and
 * then all of them run again. No process outlives its check.
 */
export async function runChecks(
  site: Site,
  path: string,
  checks: readonly Check[],
  call: CheckCall,
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of checks) {
    const run = await runCheck(site, path, check, call, signal);
    runs.push(run);
    if (run.broken !== undefined) break;
  }
  return runs;
}

export async function runCheck(
  site: Site,
  path: string,
  check: Check,
  call: CheckCall,
  signal: AbortSignal,
): Promise<CheckRun> {
  const { redaction } = site;
  const here = await site.sandbox();
  const ready = readyOf(here);
  let tests: TestReading | undefined;
  const onText = (text: string, worktree: string) => {
    tests ??= new TestReading(worktree);
    tests.write(text);
  };
  const lying = check.report === undefined ? undefined : await markOf(path, check.report);
  const { ended, undone } = ready
    ? await guardedInside(site, ready, path, { check, call, onText }, signal)
    : await inTheOpen(site, here.reachable.checks.ports, path, { check, call, onText }, signal);
  const printed = (tests ?? new TestReading(path)).end();
  const written = check.report === undefined ? printed : await readReport(path, check.report, lying);
  const report = "wrong" in written ? { failing: [], more: 0 } : written;
  const hasCounted = report.counts !== undefined;
  const exit = hasCounted ? (ended.code ?? ended.exit) : ended.exit;
  const broken = whyNotStarted(ended, hasCounted);
  return {
    name: check.name,
    command: check.run,
    exit,
    ms: ended.ms,
    output: `${inWords({ ...ended, exit }, call.timeoutMs)}${"wrong" in written ? `\n${foreignText(written.wrong, redaction)}\n` : ""}`,
    report: withoutKeys(report, redaction),
    sandbox: ended.sandbox,
    ...(broken === undefined ? {} : { broken }),
    ...(undone.length > 0 && { undone: undone.map((text) => foreignText(text, redaction)) }),
  };
}

interface Run {
  readonly check: Check;
  readonly call: CheckCall;
  onText(text: string, worktree: string): void;
}

interface Guarded {
  readonly ended: InsideEnd;
  readonly undone: readonly string[];
}

/** A sandbox that shows git's folder read-only has nothing to guard. */
function guardedInside(
  site: Site,
  ready: Ready,
  path: string,
  { check, call, onText }: Run,
  signal: AbortSignal,
): Promise<Guarded> {
  const { timeoutMs, reach, dependencies } = call;
  const run = () =>
    runInside(
      site,
      ready,
      path,
      {
        command: check.run,
        timeoutMs,
        mostBytes,
        reach,
        ...(reach === "checks" && { env: ready.forChecks }),
        ...(dependencies && { dependencies }),
        onText,
      },
      signal,
    );
  if (ready.sandbox.canShow) return run().then((ended) => ({ ended, undone: [] }));
  return guarded(site, basename(path), timeoutMs, run);
}

/** Without a sandbox, too, checks that share a port run one at a time. */
function inTheOpen(
  site: Site,
  ports: readonly number[],
  path: string,
  run: Run,
  signal: AbortSignal,
): Promise<Guarded> {
  const begin = () => without(site, path, run, signal);
  if (ports.length === 0 || run.call.reach !== "checks") return begin();
  return inPortTurn(site, ports, signal, inLine(site.tell, run.check.run, begin));
}

/** A person wants no sandbox. It still sees no other process, where this system can do that. */
function without(
  site: Site,
  path: string,
  { check, call, onText }: Run,
  signal: AbortSignal,
): Promise<Guarded> {
  const { timeoutMs } = call;
  return onRecord(site, "check", async ({ temporary, record }) => {
    const env = checkEnvironment(site.env, temporary);
    const { start } = await site.isolation();
    const began = Date.parse(site.clock.now());
    const command = { command: check.run, start, cwd: path, env, record, timeoutMs, mostBytes };
    return guarded(site, basename(temporary), timeoutMs, async () => {
      const ended = await site.runCommand(
        { ...command, redaction: site.redaction, onText: (text) => onText(text, path) },
        signal,
      );
      if (ended.exit !== 0) assertRoom([path, temporary]);
      return { ...ended, ms: Date.parse(site.clock.now()) - began, sandbox: "none" as const };
    });
  });
}

/** Runs a command, and puts back what it does to the repository's git settings, however it ends. */
async function guarded(
  site: Site,
  name: string,
  timeoutMs: number,
  run: () => Promise<InsideEnd>,
): Promise<Guarded> {
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

function inWords(ended: InsideEnd, timeoutMs: number): string {
  const output = ended.blocked === undefined ? ended.output : `${ended.blocked}\n${ended.output}`;
  if (ended.timedOut) return `${output}\n[ended: it ran longer than ${timeoutMs / 1000} s]\n`;
  return ended.exit === null && ended.over === undefined ? `${output}\n[ended by a signal]\n` : output;
}
