import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { CheckRun } from "../../core/ports/check-run.ts";
import type { BaselineRun } from "../../core/ports/workspace.ts";
import { checksInForce, setUpInForce } from "../../core/state/baseline.ts";
import type { State } from "../../core/state/state.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { type CheckedAt, checksFinished, evidenceOf, runAt, setUpAt } from "../gather-evidence.ts";

/**
 * Runs the checks on the commit that the work starts from, in a folder of the runner's own, or takes over what an earlier
 * session measured. Nothing is recorded until all of them have ended, so after a kill they run again.
 */
export async function baseline(
  context: StepContext<Extract<Step, { kind: "baseline" }>>,
  session: string,
): Promise<void> {
  const { journal, workspace, signal } = context;
  const state = journal.state();
  const commit = state.session.repo.base;
  if (!(await workspace.resolve(commit)))
    throw new Fault(
      "repository.unready",
      `The session starts from commit ${commit.slice(0, 12)}, and this repository does not have it. Fetch it from where the session was opened, then retry.`,
    );
  const worktree = await workspace.checkout("baseline", commit, signal);
  const at = { worktree, commit };
  const before = await setUpAt(context, at);
  const asked = askedOf(state, commit);
  // A person who wants them run again gets new results.
  const isFirst = state.session.baselineDue === undefined;
  const kept = isFirst ? await workspace.keptBaseline(worktree, asked) : undefined;
  const runs = kept?.runs ?? (await runEach(context, at));
  const evidence = await evidenceOf(context, before ? [before, ...runs] : runs);
  const finished = await journal.append((at) =>
    context.wanted(at)
      ? [checksFinished(evidence, { commit, why: "baseline" }, { measured: kept })]
      : refusal("no longer wanted"),
  );
  if (finished.kind !== "done") throw new NoLongerWanted();
  if (!kept && evidence.passed)
    await workspace.keepBaseline(worktree, asked, { session, at: context.clock.now(), runs });
  await workspace.discard(worktree);
}

function askedOf(state: State, commit: string): BaselineRun {
  const { timeoutMs } = state.session.policy.checks;
  return { commit, checks: checksInForce(state), timeoutMs, setup: setUpInForce(state) };
}

/** One by one: each check is to be judged, also after one that cannot start. */
async function runEach(context: StepContext, at: CheckedAt): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const check of checksInForce(context.journal.state()))
    runs.push(...(await runAt(context, at, [check])));
  return runs;
}
