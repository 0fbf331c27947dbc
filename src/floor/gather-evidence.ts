import type { EventOf } from "../core/facts/events.ts";
import { failedCheckWords } from "../core/reports/failed-check.ts";
import type { TestReport } from "../core/reports/test-report.ts";
import type { Check } from "../core/terms/policy.ts";
import type { StepContext } from "../core/work/step-context.ts";

export interface Evidence {
  readonly passed: boolean;
  readonly results: EventOf<"checks.finished">["results"];
  /** For a person or a model to read: which tests fail, and the end of what each failed check printed. */
  readonly words: string;
  /** A check that could not start, and the line that says why. This is no fault of the code. */
  readonly broken?: string;
}

/** Runs the harness's own checks and keeps what they print. A model's claim that tests pass changes nothing. */
export async function gatherEvidence(
  context: StepContext,
  worktree: string,
  checks: readonly Check[],
): Promise<Evidence> {
  const { workspace, blobs, signal, journal } = context;
  const runs = await workspace.runChecks(
    worktree,
    checks,
    journal.state().session.policy.checks.timeoutMs,
    signal,
  );
  const results = await Promise.all(
    runs.map(async (run) => ({
      name: run.name,
      command: run.command,
      exit: run.exit,
      ms: Math.round(run.ms),
      ...told(run.report),
      ...(run.undone && { undone: [...run.undone] }),
      ...(run.broken !== undefined && { broken: run.broken }),
      blob: await blobs.put(run.output),
    })),
  );
  const failed = runs.filter((run) => run.exit !== 0);
  const broken = runs.find((run) => run.broken !== undefined);
  return {
    ...(broken && { broken: `${broken.name} (${broken.command}) could not start: ${broken.broken}` }),
    passed: failed.length === 0,
    results,
    words: failed.length === 0 ? passedWords(results) : failed.map(failedCheckWords).join("\n\n"),
  };
}

/** Sums up checks that all passed. */
export function passedWords(results: Evidence["results"]): string {
  if (results.length === 0) return "no checks are configured";
  const tests = results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
  return tests > 0 ? `checks pass, ${tests} tests` : "checks pass";
}

/** What the fact keeps of the tests: how many ran, and which failed; messages stand in the output. */
function told({ format, counts, failing, more }: TestReport): Partial<Evidence["results"][number]> {
  return {
    ...(format !== undefined && { format }),
    ...(counts && { counts }),
    ...(failing.length > 0 && { failing: failing.map(({ message: _, ...name }) => name) }),
    ...(more > 0 && { moreFailing: more }),
  };
}
