import type { Step } from "../../core/decide/step.ts";
import { type Draft, refusal } from "../../core/facts/fact.ts";
import type { LeftOut } from "../../core/ports/workspace.ts";
import { blockTask, moveTask } from "../../core/rules/move-task.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { changedFiles } from "../../core/text/changed-files.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { commitRef, taskRef, treeRef } from "../branches.ts";
import { commitGate } from "../commit/commit-gate.ts";
import { heldBy } from "../commit/gate.ts";
import { commitMessage, taskTrailers } from "../commit-message.ts";
import { type Done, effect, type PlanOrNot } from "../effect.ts";
import { flagsOfTask } from "../flags.ts";
import { checksFinished, gatherEvidence } from "../gather-evidence.ts";
import { isTreeLost, keptCommit, keptTree, type TreePlace } from "../kept-tree.ts";
import { isWork, leftOutOf, nothingKept } from "../left-out.ts";
import { lostWorktree, unlessLost } from "../lose-work.ts";
import { moveBranch } from "../move-branch.ts";
import { movedFault, takeBranch, takenFrom } from "../moved-branch.ts";
import { isOnlyProse } from "../review/only-prose.ts";
import { recorded, theTask } from "../the-task.ts";
import { tryRefutations } from "./try-refutations.ts";

type Testing = Extract<Step, { kind: "testing" }>;
/** `took`: together with what somebody else put on the branch. */
type Committed = Done & { readonly took?: true };

/** The harness commits what the author left, then checks exactly that. */
export function testTask(context: StepContext<Testing>, session: string): Promise<void> {
  return unlessLost(context, () => commitAndCheck(context, session));
}

async function commitAndCheck(context: StepContext<Testing>, session: string): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const worktree = recorded(theTask(journal.state(), step.task).worktree, "worktree");
  const found = await commit(context, session, worktree);
  if (found === undefined) return;
  const { commit: committed } = found;
  const { checks } = journal.state().session.policy;
  const stands = (await workspace.worktree(worktree, signal)) !== undefined;
  const task = theTask(journal.state(), step.task);
  const leftOut = stands ? (found.left ?? (await leftOutOf(context, task))) : [];
  // Never where the author works: ignored files and changed dependencies there would fake a pass.
  const place = await workspace.checkout(`check-${step.task}`, committed, signal);
  const at = { worktree: place, commit: committed };
  const evidence = await gatherEvidence(context, at, checks.quick, journal.state().session.baseline);
  const flags = evidence.passed ? await flagsOfTask(context, step.task, committed, evidence) : [];
  const tried = evidence.passed ? await tryRefutations(context, task, committed) : [];
  const of = { task: step.task, commit: committed, why: "testing" } as const;
  const finished = checksFinished(evidence, of, { flags, leftOut });
  const isEnough = evidence.passed && flags.length === 0 && (await isOnlyProse(context, task, committed));
  // If the step is no longer wanted, the results are dropped: checks cost little, and run again.
  const moved = await journal.append((at) => {
    if (!context.wanted(at)) return refusal("no longer wanted");
    const task = theTask(at, step.task);
    const { passed, words, broken } = evidence;
    if (broken !== undefined) return [finished, blockTask(task, broken)];
    const move = passed
      ? moveTask(task, isEnough ? "prose" : "passed", words)
      : returnTask(task, "failed", { why: "the checks fail", feedback: words }, at.session.policy);
    return [finished, ...tried, move];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
  await workspace.discard(place);
}

/**
 * The commit to be checked. Work that was not changed since its last commit is checked again as it is: what was wrong
 * may have been mended outside of it, and an author may have good reason to leave it alone. Undefined: nothing was ever
 * changed, and the task went back to its author; or it took over somebody else's commits and gets a new worktree.
 */
async function commit(
  context: StepContext<Testing>,
  session: string,
  worktree: string,
): Promise<ToCheck | undefined> {
  const { step, journal, workspace } = context;
  const { commit: own } = theTask(journal.state(), step.task);
  const seen = own === undefined ? undefined : await look(context, worktree, own);
  if (own !== undefined && seen && seen.tree === seen.ownTree) return { commit: own };
  let left: readonly LeftOut[] | undefined;
  const done = await effect<Committed>(context, {
    kind: "commit",
    task: step.task,
    plan: async () => {
      const tree = await keptTree(workspace, writtenTree(context, session, worktree), seen?.tree);
      left = await leftOutOf(context, theTask(journal.state(), step.task));
      return planCommit(context, tree, left);
    },
    outdated: (input) => isTreeLost(workspace, writtenTree(context, session, worktree), String(input.tree)),
    act: async (input) => {
      const { author } = journal.state().session.policy;
      const { review } = theTask(journal.state(), step.task);
      const made = {
        tree: String(input.tree),
        parents: Array.isArray(input.parents) ? input.parents.map(String) : [],
        message: String(input.message),
        author,
        when: String(input.when),
      };
      // The branch will not lead to it any more, and the next reviewer reads what was changed since.
      if (review) await workspace.hold(commitRef(session, `reviewed/${step.task}`), review.commit);
      const place = commitRef(session, `task/${step.task}`);
      const id = await keptCommit(workspace, place, made);
      const ref = taskRef(session, step.task);
      // A task that was planned again finds the branch where its last try left it.
      const was = own ?? journal.state().past[step.task]?.commit ?? null;
      if ((await moveBranch(workspace, { ref, to: id, was })) === "moved")
        return { failed: false, text: "committed", commit: id };
      // What somebody put on the branch is on top of the last commit, so it is merged with one that is as well.
      const beside =
        own === undefined
          ? id
          : await keptCommit(workspace, place, { ...made, parents: [own, ...made.parents] });
      const taken = await takenFrom(workspace, journal.state(), { step: step.key, ref, own: beside });
      const both =
        taken &&
        (await takeBranch(workspace, { session, task: step.task, own: beside, taken, was, onto: made }));
      if (!both) throw await movedFault(workspace, { ref, was, task: step.task });
      return { failed: false, text: tookText, commit: both, took: true };
    },
    // What was taken is not in the worktree, so the task gets a new one that holds both.
    follows: ({ took }, { at }) =>
      took ? [moveTask(theTask(at, step.task), "lost", tookText, { feedback: tookFeedback })] : [],
  });
  if (!done || !context.wanted(journal.state())) return undefined;
  return { commit: recorded(done.commit, "commit"), ...(left && { left }) };
}

/** `left`: what the commit leaves out, if this runner has just asked. */
interface ToCheck {
  readonly commit: string;
  readonly left?: readonly LeftOut[];
}

const tookText =
  "took what somebody else had put on its branch; it goes on in a new worktree that holds both";
const tookFeedback =
  "Somebody else put commits on your branch, and the product manager took them. You have a new worktree, with your work and theirs. Read what is new, mend what does not fit, and finish.";

/** What a worktree holds, and what the task's last commit does. */
interface Seen {
  readonly tree: string;
  readonly ownTree: string;
}

/**
 * Undefined where they cannot be compared: the commit has not all that the worktree began with. Or the worktree is gone;
 * then the effect knows its own commit, or finds that the work is lost.
 */
async function look(context: StepContext<Testing>, worktree: string, own: string): Promise<Seen | undefined> {
  const { step, journal, workspace, signal } = context;
  const base = recorded(theTask(journal.state(), step.task).base, "base");
  if (!(await workspace.worktree(worktree, signal))) return undefined;
  if (!(await workspace.isAncestor(base, own))) return undefined;
  const tree = await workspace.writeTree(worktree, base, heldBy(journal.state().session.policy));
  return { tree, ownTree: await workspace.treeOf(own) };
}

const nothingChanged = "Nothing was changed, so there is nothing to review.";

/** What the author left, as a tree. */
function writtenTree(context: StepContext<Testing>, session: string, worktree: string): TreePlace {
  const { step, journal, workspace, signal } = context;
  const base = recorded(theTask(journal.state(), step.task).base, "base");
  const make = async () => {
    if (!(await workspace.worktree(worktree, signal))) throw lostWorktree(step.task);
    return workspace.writeTree(worktree, base, heldBy(journal.state().session.policy));
  };
  return { ref: treeRef(session, `task/${step.task}`), since: base, make };
}

async function planCommit(
  context: StepContext<Testing>,
  tree: string,
  left: readonly LeftOut[],
): Promise<PlanOrNot> {
  const { step, journal, workspace, clock } = context;
  const task = theTask(journal.state(), step.task);
  const base = recorded(task.base, "base");
  const isSame = task.commit === undefined && tree === (await workspace.treeOf(base));
  if (isSame || (left.length > 0 && !(await holdsWork(context, task, base, tree))))
    return { not: [nothingIn(task, left, journal.state())] };
  const waits = await commitGate(context, task, tree);
  if (waits) return { not: waits };
  const message = commitMessage(recorded(task.summary, "summary"), taskTrailers(journal.state(), task));
  // Always one commit, and never on top of an earlier one: what its author has taken out again must not ship.
  return { input: { tree, parents: [base], message, when: clock.now() } };
}

/** Whether a tree holds any change that the task's author made, in this worktree or before. */
async function holdsWork(
  { workspace }: StepContext,
  task: Task,
  base: string,
  tree: string,
): Promise<boolean> {
  const changed = changedFiles(await workspace.diff(base, tree));
  return changed.some(
    ({ path }) => (task.wrote[path] !== undefined || task.commit !== undefined) && isWork(task, path),
  );
}

function nothingIn(task: Task, left: readonly LeftOut[], { session }: State): Draft {
  const words = nothingKept(left) ?? { why: nothingChanged, feedback: nothingChanged };
  return returnTask(task, "failed", words, session.policy);
}
