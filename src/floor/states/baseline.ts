import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { checksInForce } from "../../core/state/baseline.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { checksFinished, type Evidence, evidenceOf, runAt, setUpAt } from "../gather-evidence.ts";

/**
 * Runs the checks on the commit that the work starts from, in a folder of the runner's own. Nothing is recorded until
 * all of them have ended, so after a kill they run again.
 */
export async function baseline(context: StepContext<Extract<Step, { kind: "baseline" }>>): Promise<void> {
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
  const evidences: Evidence[] = before ? [await evidenceOf(context, [before])] : [];
  // One by one: each check is to be judged, also after one that cannot start.
  for (const check of checksInForce(state))
    evidences.push(await evidenceOf(context, await runAt(context, at, [check])));
  const finished = await journal.append((at) =>
    context.wanted(at)
      ? [checksFinished(together(evidences), { commit, why: "baseline" })]
      : refusal("no longer wanted"),
  );
  if (finished.kind !== "done") throw new NoLongerWanted();
  await workspace.discard(worktree);
}

function together(all: readonly Evidence[]): Evidence {
  return {
    passed: all.every(({ passed }) => passed),
    results: all.flatMap(({ results }) => results),
    words: "",
    fresh: [],
    known: [],
    flaky: [],
    isSandboxed: all.length > 0 && all.every(({ isSandboxed }) => isSandboxed),
  };
}
