import type { Step } from "../../core/decide/step.ts";
import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { baseRef, commitRef, integrationRef, landedRef, treeRef } from "../branches.ts";
import { commitMessage } from "../commit-message.ts";
import { type Done, effect, type PlanOrNot } from "../effect.ts";
import { checksFinished, type Evidence, gatherEvidence, landingReference } from "../gather-evidence.ts";
import { isTreeLost, keptCommit, keptTree } from "../kept-tree.ts";
import { moveBranch } from "../move-branch.ts";
import { movedFault } from "../moved-branch.ts";
import { conflictWords } from "./conflict-words.ts";

type Syncing = Extract<Step, { kind: "sync" }>;
type Synced = Done & { readonly at: string; readonly made: string; readonly evidence?: Evidence };

/**
 * Merges another branch into what has landed, usually the one that the work began from. The full checks run on exactly
 * that commit before anything moves. A conflict is told with both sides; what a person has merged by hand is taken.
 */
export async function sync(context: StepContext<Syncing>, session: string): Promise<void> {
  const { journal, workspace } = context;
  const branch = journal.state().session.syncing?.branch;
  if (branch === undefined) throw new Error("nobody asked to catch up");
  await effect<Synced>(context, {
    kind: "sync",
    plan: () => planSync(context, session, branch),
    outdated: async ({ was, at, tree }) => {
      if (was !== journal.state().integration) return true;
      if (tree === null) return false;
      return isTreeLost(workspace, mergedTree(context, session, String(was), String(at)), String(tree));
    },
    act: (input) => mergeIn(context, session, input),
    follows: (done, { first }) => [
      ...(done.evidence ? [checksFinished(done.evidence, { commit: done.made, why: "sync" })] : []),
      syncedDraft(branch, done, first),
    ],
  });
}

function syncedDraft(branch: string, { at, made, failed, text, evidence }: Synced, first: number): Draft {
  const checks = evidence ? { checks: first } : {};
  if (failed) return synced({ branch, at, how: "red", commit: made, why: text, ...checks });
  return synced({ branch, at, how: "merged", commit: made, ...checks });
}

function synced(event: Omit<EventOf<"session.synced">, "type">): Draft {
  return byHarness({ type: "session.synced", ...event });
}

async function planSync(context: StepContext, session: string, branch: string): Promise<PlanOrNot> {
  const { journal, workspace, clock } = context;
  const { integration: was, session: opened } = journal.state();
  const at = await workspace.resolve(branch);
  if (at === undefined) throw new Fault("branch.moved", `There is no branch ${branch} any more.`);
  if (await workspace.isAncestor(at, was)) return { not: [synced({ branch, at, how: "nothing" })] };
  const when = clock.now();
  if (await workspace.isAncestor(was, at)) return { input: { was, at, commit: at, tree: null, when } };
  const byHand = await workspace.resolve(integrationRef(session));
  if (byHand !== undefined && byHand !== was && (await holdsBoth(context, byHand, was, at)))
    return { input: { was, at, commit: byHand, tree: null, when } };
  const { tree: made, conflicts } = await workspace.merge(was, at);
  if (conflicts.length > 0) {
    const sides = { session, branch, base: opened.repo.base, was, at, files: conflicts };
    return { not: [synced({ branch, at, how: "conflict", why: await conflictWords(workspace, sides) })] };
  }
  const tree = await keptTree(workspace, mergedTree(context, session, was, at), made);
  const message = commitMessage(oneLine(`Merge ${branch} into ${opened.title}`), []);
  return { input: { was, at, tree, message, when } };
}

async function holdsBoth({ workspace }: StepContext, now: string, was: string, at: string): Promise<boolean> {
  return (await workspace.isAncestor(was, now)) && (await workspace.isAncestor(at, now));
}

function mergedTree({ workspace }: StepContext, session: string, was: string, at: string) {
  const make = async () => (await workspace.merge(was, at)).tree;
  return { ref: treeRef(session, "sync"), since: was, make };
}

async function mergeIn(
  context: StepContext,
  session: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Synced> {
  const { journal, workspace } = context;
  const { base } = journal.state().session.repo;
  const was = String(input.was);
  const at = String(input.at);
  const made = input.tree === null ? String(input.commit) : await mergeCommit(context, session, input);
  // Nothing has landed, so the branch is the new base, and the checks on it are run as those of the base are.
  if (was === base && made === at) {
    await workspace.hold(baseRef(session), at);
    return { failed: false, text: "the work goes on from there", at, made };
  }
  const ref = integrationRef(session);
  const now = await workspace.resolve(ref);
  const moved = now === made;
  // What a person has merged by hand is there already, and is judged all the same.
  const isJudged = !moved || (input.tree === null && made !== at);
  const evidence = await check(context, made);
  if (evidence.broken !== undefined && isJudged)
    throw new Fault("checks.broken", `${evidence.broken}\nMend this, then type: huddle sync`);
  if (!evidence.passed && isJudged)
    return { failed: true, text: `merged, the checks fail:\n${evidence.words}`, at, made, evidence };
  const before = now === undefined && was === base ? null : was;
  if (!moved && (await moveBranch(workspace, { ref, to: made, was: before })) === "differs")
    throw await movedFault(workspace, { ref, was: before });
  await workspace.hold(landedRef(session), made);
  await workspace.hold(baseRef(session), at);
  return { failed: false, text: evidence.words, commit: made, at, made, evidence };
}

function mergeCommit(
  { workspace, journal }: StepContext,
  session: string,
  { was, at, tree, message, when }: Readonly<Record<string, unknown>>,
): Promise<string> {
  return keptCommit(workspace, commitRef(session, "sync"), {
    tree: String(tree),
    parents: [String(was), String(at)],
    message: String(message),
    author: journal.state().session.policy.author,
    when: String(when),
  });
}

async function check(context: StepContext, commit: string): Promise<Evidence> {
  const { workspace, journal, signal } = context;
  const worktree = await workspace.checkout("landing", commit, signal);
  const state = journal.state();
  const { full } = state.session.policy.checks;
  return gatherEvidence(context, { worktree, commit }, full, landingReference(state));
}
