import type { Step } from "../../core/decide/step.ts";
import type { Flag } from "../../core/facts/check-result-schema.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { blockTask, moveTask } from "../../core/rules/move-task.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import { isDone } from "../../core/terms/task-machine.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { commitRef, integrationRef, landedRef, treeRef } from "../branches.ts";
import { commitMessage, taskTrailers } from "../commit-message.ts";
import { type Done, effect, type Following, type PlanOrNot } from "../effect.ts";
import { flagsOfLanding, flagsSinceBase } from "../flags.ts";
import { checksFinished, type Evidence, gatherEvidence, landingReference } from "../gather-evidence.ts";
import { isTreeLost, keptCommit, keptTree, type TreePlace } from "../kept-tree.ts";
import { lostDraft } from "../lose-work.ts";
import { conflictFound } from "../merge/conflict-found.ts";
import { moveBranch } from "../move-branch.ts";
import { movedFault } from "../moved-branch.ts";
import { recorded, theTask } from "../the-task.ts";

type Landing = Extract<Step, { kind: "land" }>;
type Landed = Done & {
  readonly evidence: Evidence;
  readonly made: string;
  readonly sinceBase?: readonly Flag[];
};

/**
 * Merges, never rebases. Merges both heads without a checkout, checks exactly that commit, and only then moves the
 * integration branch, from the value it had. Where nothing landed since the task began, there is nothing to merge: its
 * own commit lands. A conflict or a failing check goes back to the author with both sides.
 */
export async function land(context: StepContext<Landing>, session: string): Promise<void> {
  const { step, journal } = context;
  await effect<Landed>(context, {
    kind: "land",
    task: step.task,
    plan: () => planLanding(context, session),
    outdated: async (input) => {
      // Another task landed while this one waited for a person.
      if (input.was !== journal.state().integration) return true;
      if (input.tree === null) return false;
      const place = mergedTree(context, session, String(input.was), String(input.head));
      return isTreeLost(context.workspace, place, String(input.tree));
    },
    act: (input) => merge(context, session, input),
    follows: (done, following) =>
      done.failed ? refused(step, done, following) : accepted(step, done, following),
  });
  // Not an effect: if a kill comes before it, the next runner sweeps the folder.
  const { state, worktree } = theTask(journal.state(), step.task);
  if (isDone(state) && worktree !== undefined) await context.workspace.discard(worktree);
}

async function planLanding(context: StepContext<Landing>, session: string): Promise<PlanOrNot> {
  const { step, journal, workspace, clock } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const was = state.integration;
  const head = recorded(task.commit, "commit");
  if (!(await workspace.resolve(head))) return { not: [lostDraft(state, task, "commit")] };
  if (await workspace.isAncestor(was, head)) return { input: { was, head, tree: null } };
  const { tree: made, conflicts } = await workspace.merge(was, head);
  if (conflicts.length > 0) return { not: conflictFound(state, task, conflicts) };
  const tree = await keptTree(workspace, mergedTree(context, session, was, head), made);
  const subject = oneLine(`Land ${task.id}: ${task.plan.title}`);
  const message = commitMessage(subject, taskTrailers(state, task));
  return { input: { was, head, tree, message, when: clock.now() } };
}

function mergedTree(
  { workspace }: StepContext<Landing>,
  session: string,
  was: string,
  head: string,
): TreePlace {
  const make = async () => (await workspace.merge(was, head)).tree;
  return { ref: treeRef(session, "landing"), since: was, make };
}

async function merge(
  context: StepContext<Landing>,
  session: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Landed> {
  const { workspace, journal, signal } = context;
  const { session: opened } = journal.state();
  const was = String(input.was);
  const commit = await landing(context, session, input);
  const ref = integrationRef(session);
  // After a kill the branch may already be at our commit: its checks passed then, and what is landed stays landed.
  const now = await workspace.resolve(ref);
  const moved = now === commit;
  const evidence = await gatherEvidence(
    context,
    { worktree: await workspace.checkout("landing", commit, signal), commit },
    opened.policy.checks.full,
    landingReference(journal.state()),
  );
  if (!evidence.passed && !moved) return { failed: true, text: evidence.words, evidence, made: commit };
  const sinceBase = await flagsSinceBase(context, commit, evidence);
  // The first landing makes the branch, unless it is already there, at the base.
  const before = now === undefined && was === opened.repo.base ? null : was;
  if ((await moveBranch(workspace, { ref, to: commit, was: before })) === "differs") {
    throw await movedFault(workspace, { ref, was: before });
  }
  await workspace.hold(landedRef(session), commit);
  return { failed: false, text: evidence.words, commit, evidence, made: commit, sinceBase };
}

/** The merge of both heads or, where there is nothing to merge, the task's own commit. */
async function landing(
  { workspace, journal }: StepContext<Landing>,
  session: string,
  { was, head, tree, message, when }: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (tree === null) return String(head);
  return keptCommit(workspace, commitRef(session, "landing"), {
    tree: String(tree),
    parents: [String(was), String(head)],
    message: String(message),
    author: journal.state().session.policy.author,
    when: String(when),
  });
}

function accepted(step: Landing, done: Landed, following: Following) {
  const { at, first, effect } = following;
  const was = String(effect.input.was);
  return [
    checked(step, done, following),
    byHarness({ type: "task.landed", task: step.task, was, commit: done.made, checks: first }),
    moveTask(theTask(at, step.task), "landed", done.evidence.words, { disposition: "landed" }),
  ];
}

function refused(step: Landing, done: Landed, following: Following) {
  const { at, effect } = following;
  const { broken } = done.evidence;
  if (broken !== undefined)
    return [checked(step, done, following), blockTask(theTask(at, step.task), broken)];
  return [
    checked(step, done, following),
    returnTask(
      theTask(at, step.task),
      "red",
      redWords(done.evidence.words, effect.input.tree !== null),
      at.session.policy,
    ),
  ];
}

function redWords(words: string, isMerged: boolean): { readonly why: string; readonly feedback: string } {
  if (!isMerged)
    return {
      why: "the full checks fail",
      feedback: `The full checks run before a landing, and they fail:\n${words}`,
    };
  return {
    why: "merged with what has landed meanwhile, the checks fail",
    feedback: `Merged with what has landed meanwhile, the checks fail:\n${words}`,
  };
}

function checked(
  { task }: Landing,
  { evidence, made, sinceBase }: Landed,
  { at, effect: { input } }: Following,
): Draft {
  const flags = evidence.passed ? flagsOfLanding(at, String(input.was), evidence.results) : [];
  return checksFinished(evidence, { task, commit: made, why: "landing" }, { flags, sinceBase });
}
