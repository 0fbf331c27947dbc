import type { EventOf } from "../core/facts/events.ts";
import type { CheckRun } from "../core/ports/workspace.ts";
import type { Check } from "../core/terms/policy.ts";
import type { StepContext } from "../core/work/step-context.ts";

export interface Evidence {
  readonly passed: boolean;
  readonly results: EventOf<"checks.finished">["results"];
  /** For a person or a model to read: the end of what each failed check printed. */
  readonly words: string;
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
      ...(run.counts && { counts: run.counts }),
      blob: await blobs.put(run.output),
    })),
  );
  const failed = runs.filter((run) => run.exit !== 0);
  return {
    passed: failed.length === 0,
    results,
    words: failed.length === 0 ? passedWords(results) : failed.map(failedWords).join("\n\n"),
  };
}

/** Sums up checks that all passed. */
export function passedWords(results: Evidence["results"]): string {
  if (results.length === 0) return "no checks are configured";
  const tests = results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
  return tests > 0 ? `checks pass, ${tests} tests` : "checks pass";
}

function failedWords(run: CheckRun): string {
  const end = run.output.length > 3_000 ? `…${run.output.slice(-3_000)}` : run.output;
  return `${run.name} (${run.command}) ${run.exit === null ? "was ended" : `exits with ${run.exit}`}:\n${end.trim()}`;
}
