import type { Draft } from "../../core/facts/fact.ts";
import { isTestPath } from "../../core/reports/test-files.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { changedSince } from "../commands/commands.ts";
import { checksFinished, gatherEvidence } from "../gather-evidence.ts";
import { refutedWithTest } from "../review/refutations.ts";

/**
 * Runs the tests with which an author refutes findings on the commit that was judged: in a throw-away checkout of it,
 * with the newer files of tests and nothing else. A kill loses only time: it runs again. None: nothing is refuted with a
 * test, or the commit is the same, so that its own checks have said it.
 */
export async function tryRefutations(
  context: StepContext,
  { id, review }: Task,
  commit: string,
): Promise<readonly Draft[]> {
  const { workspace, journal, signal } = context;
  const state = journal.state();
  const { quick } = state.session.policy.checks;
  if (!review || refutedWithTest(review).length === 0 || quick.length === 0) return [];
  if (review.commit === commit || !(await workspace.resolve(review.commit))) return [];
  const changed = await workspace.changes(review.commit, commit);
  const tests = changed.flatMap(({ path, after }) => (after !== null && isForTests(path) ? [path] : []));
  const others = changed.map(({ path }) => path).filter((path) => !tests.includes(path));
  const tree = await workspace.treeWith(review.commit, commit, tests);
  const place = await workspace.addWorktree(`refute-${id}`, review.commit, tree, signal);
  try {
    const evidence = await gatherEvidence(context, { worktree: place, commit: review.commit }, quick);
    const touched = await touchedIn(context, { worktree: place, base: review.commit, tree }, state);
    return [
      checksFinished(
        evidence,
        { task: id, commit: review.commit, why: "refutation" },
        { tried: { from: commit, tests, others, touched: [...touched] } },
      ),
    ];
  } finally {
    await workspace.discard(place);
  }
}

/** Tests, and what stands beside them for them to read. */
function isForTests(path: string): boolean {
  return isTestPath(path) || /(?:^|\/)(?:tests?|__tests__|specs?)\//i.test(path);
}

/** A test that changes what it tests shows nothing. */
async function touchedIn(
  { workspace }: StepContext,
  { worktree, base, tree }: { readonly worktree: string; readonly base: string; readonly tree: string },
  { session: { policy } }: State,
): Promise<readonly string[]> {
  return (await changedSince(workspace, { worktree, base, policy }, tree)).changed;
}
