import type { CheckRun, Trial, TrialRun } from "../../core/ports/check-run.ts";
import type { Printed } from "../../core/ports/signal.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { tellingLines } from "../../core/reports/telling-lines.ts";
import { eachCheckOnce } from "../../core/state/baseline.ts";
import { noSandbox } from "../../floor/commands/no-sandbox.ts";
import { told } from "../../floor/gather-evidence.ts";
import type { Project } from "../project.ts";
import { executionOf } from "../settings/trust.ts";

export interface Trying {
  readonly commit: string;
  readonly signal: AbortSignal;
  /** What runs prints this. */
  printed(printed: Printed): void;
  ended(run: TrialRun): void;
}

/**
 * Runs set-up and each check in a clean checkout of a commit, one after the other, as a session does before it builds.
 * The caller has asked whether these command lines are trusted. Where all pass, sessions on this commit take it over.
 */
export async function tryChecks(
  project: Project,
  team: Team,
  { commit, signal, printed, ended }: Trying,
): Promise<Trial | undefined> {
  const execution = executionOf(team, project.hash);
  if (!execution) return undefined;
  const sandbox = await project.sandbox();
  if (sandbox.state === "missing") throw noSandbox(sandbox);
  const at = project.clock.now();
  const session = `.trial-${Date.parse(at)}`;
  const workspace = project.openWorkspace(session, 1).telling(printed);
  try {
    const runs = await runAll(workspace, team, { commit, signal, at, ended });
    const trial = { commit, at, hash: execution.hash, runs };
    await project.trials.keep(trial);
    return trial;
  } finally {
    await workspace.clear();
  }
}

async function runAll(
  workspace: Workspace,
  { policy }: Team,
  { commit, signal, at, ended }: Pick<Trying, "commit" | "signal" | "ended"> & { readonly at: string },
): Promise<readonly TrialRun[]> {
  const { setup } = policy;
  const { timeoutMs } = policy.checks;
  const worktree = await workspace.checkout("trial", commit, signal);
  const said: TrialRun[] = [];
  const tell = (run: CheckRun) => {
    const one = saidBy(run);
    said.push(one);
    ended(one);
  };
  const before = setup && (await workspace.setUp(worktree, setup, { commit, timeoutMs }, signal));
  if (before) tell(before);
  if (before && before.exit !== 0) return said;
  const asked = { commit, checks: eachCheckOnce(policy), timeoutMs, setup };
  const runs: CheckRun[] = [];
  for (const check of asked.checks)
    for (const run of await workspace.runChecks(worktree, [check], { timeoutMs, setup }, signal)) {
      runs.push(run);
      tell(run);
    }
  if (runs.every(({ exit }) => exit === 0)) await workspace.keepBaseline(worktree, asked, { at, runs });
  return said;
}

function saidBy(run: CheckRun): TrialRun {
  const { name, command, exit, ms, broken, report, output } = run;
  const isUnnamed = exit !== 0 && broken === undefined && report.failing.length === 0;
  return {
    name,
    command,
    exit,
    ms: Math.round(ms),
    ...told(report),
    ...(broken !== undefined && { broken }),
    ...(isUnnamed && { tail: tellingLines(output) }),
  };
}
