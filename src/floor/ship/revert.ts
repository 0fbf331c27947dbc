import type { Step } from "../../core/decide/step.ts";
import type { Flag } from "../../core/facts/check-result-schema.ts";
import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { heldBack } from "../../core/rules/cancel-tasks.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { commitRef, integrationRef, landedRef, treeRef } from "../branches.ts";
import { commitMessage, taskTrailers } from "../commit-message.ts";
import { type Done, effect, type Following, type PlanOrNot } from "../effect.ts";
import { flagsSinceBase } from "../flags.ts";
import { checksFinished, type Evidence, gatherEvidence, landingReference } from "../gather-evidence.ts";
import { isTreeLost, keptCommit, keptTree, type TreePlace } from "../kept-tree.ts";
import { moveBranch } from "../move-branch.ts";
import { movedFault } from "../moved-branch.ts";
import { theTask } from "../the-task.ts";

type Reverting = Extract<Step, { kind: "revert" }>;
type Reverted = Done & {
  readonly evidence: Evidence;
  readonly made: string;
  readonly sinceBase?: readonly Flag[];
};
type Settled = Omit<EventOf<"revert.settled">, "type" | "task">;

/**
 * Takes back what has landed of a task, as a commit of its own on what has landed by now. The full checks run on exactly
 * that commit before the branch moves. Where later work is in the way, or the checks fail, nothing is changed.
 */
export async function revert(context: StepContext<Reverting>, session: string): Promise<void> {
  const { step, journal, workspace } = context;
  await effect<Reverted>(context, {
    kind: "revert",
    task: step.task,
    plan: () => planRevert(context, session),
    outdated: async ({ was, tree }) =>
      was !== journal.state().integration ||
      isTreeLost(workspace, treeWithout(context, session, String(was)), String(tree)),
    act: (input) => takeBack(context, session, input),
    follows: (done, following) => settled(step, done, following),
  });
}

async function planRevert(context: StepContext<Reverting>, session: string): Promise<PlanOrNot> {
  const { step, journal, workspace, clock } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const { integration: was } = state;
  if (!task.landed || !(await workspace.isAncestor(task.landed.commit, was)))
    return { not: [settledDraft(step, { was, how: "gone" })] };
  const { tree: made, conflicts } = await mergeWithout(context, was);
  if (conflicts.length > 0)
    return { not: [settledDraft(step, { was, how: "conflict", files: [...conflicts] })] };
  if (made === (await workspace.treeOf(was)))
    return { not: [settledDraft(step, { was, how: "reverted" }), ...over(step, state)] };
  const tree = await keptTree(workspace, treeWithout(context, session, was), made);
  const subject = oneLine(`Take back ${task.id}: ${task.plan.title}`);
  const message = commitMessage(subject, taskTrailers(state, task));
  return { input: { was, tree, message, when: clock.now() } };
}

/** What has landed by now, merged with a commit that undoes this landing and nothing else. */
async function mergeWithout({ step, journal, workspace, clock }: StepContext<Reverting>, was: string) {
  const state = journal.state();
  const { landed } = theTask(state, step.task);
  if (!landed) throw new Error(`${step.task} has not landed`);
  const undone = await workspace.commitTree({
    tree: await workspace.treeOf(landed.was),
    parents: [landed.commit],
    message: "",
    author: state.session.policy.author,
    when: clock.now(),
  });
  return workspace.merge(was, undone);
}

function treeWithout(context: StepContext<Reverting>, session: string, was: string): TreePlace {
  const make = async () => (await mergeWithout(context, was)).tree;
  return { ref: treeRef(session, "revert"), since: was, make };
}

async function takeBack(
  context: StepContext<Reverting>,
  session: string,
  { was, tree, message, when }: Readonly<Record<string, unknown>>,
): Promise<Reverted> {
  const { workspace, journal, signal } = context;
  const { policy } = journal.state().session;
  const made = await keptCommit(workspace, commitRef(session, "revert"), {
    tree: String(tree),
    parents: [String(was)],
    message: String(message),
    author: policy.author,
    when: String(when),
  });
  const ref = integrationRef(session);
  // After a kill the branch may already be at our commit: its checks passed then.
  const moved = (await workspace.resolve(ref)) === made;
  const evidence = await gatherEvidence(
    context,
    { worktree: await workspace.checkout("landing", made, signal), commit: made },
    policy.checks.full,
    landingReference(journal.state()),
  );
  if (!evidence.passed && !moved) return { failed: true, text: evidence.words, evidence, made };
  const sinceBase = await flagsSinceBase(context, made, evidence);
  if ((await moveBranch(workspace, { ref, to: made, was: String(was) })) === "differs")
    throw await movedFault(workspace, { ref, was: String(was) });
  await workspace.hold(landedRef(session), made);
  return { failed: false, text: evidence.words, commit: made, evidence, made, sinceBase };
}

function settled(
  step: Reverting,
  { evidence, made, sinceBase, failed }: Reverted,
  { at, first, effect: { input } }: Following,
): readonly Draft[] {
  const checked = checksFinished(evidence, { task: step.task, commit: made, why: "revert" }, { sinceBase });
  const common = { was: String(input.was), checks: first };
  if (!failed)
    return [checked, settledDraft(step, { ...common, how: "reverted", commit: made }), ...over(step, at)];
  const { broken, words } = evidence;
  const how = broken === undefined ? "red" : "broken";
  return [checked, settledDraft(step, { ...common, how, why: broken ?? words })];
}

function settledDraft({ task }: Reverting, settled: Settled): Draft {
  return byHarness({ type: "revert.settled", task, ...settled });
}

/** The task is over without its work. What builds on it and has not begun waits for the person. */
function over({ task }: Reverting, at: State): readonly Draft[] {
  const move = moveTask(theTask(at, task), "reverted", "taken back", { disposition: "reverted" });
  return [move, ...heldBack([task], at)];
}
