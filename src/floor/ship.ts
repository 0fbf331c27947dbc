import type { Step } from "../core/decide/step.ts";
import { byHarness } from "../core/facts/fact.ts";
import { shippedWords } from "../core/facts/shipped-to.ts";
import { Fault } from "../core/fault.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import { oneLine } from "../core/text/one-line.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { commitRef, treeRef } from "./branches.ts";
import { commitMessage } from "./commit-message.ts";
import { type Done, effect, type PlanOrNot } from "./effect.ts";
import { checksFinished, type Evidence, gatherEvidence, landingReference } from "./gather-evidence.ts";
import { isTreeLost, keptCommit, keptTree, type TreePlace } from "./kept-tree.ts";

type Shipping = Extract<Step, { kind: "ship" }>;
type Input = Readonly<Record<string, unknown>>;
type Shipped = Done & { readonly commit: string; readonly was: string | null; readonly evidence?: Evidence };

/**
 * Hands over what has landed: as a new branch, or onto a branch by a real fast-forward. A target that moved on is
 * merged and checked first. Touches the person's checkout only when it is clean and they asked for exactly that.
 */
export async function ship(context: StepContext<Shipping>, session: string): Promise<void> {
  const { journal, workspace } = context;
  const request = journal.state().session.shipping;
  if (!request) throw new Error("nobody asked to ship");
  await effect<Shipped>(context, {
    kind: "ship",
    plan: () => planShip(context, session, request.onto),
    outdated: async (input) => {
      const { was, head, tree } = input;
      const place = () => mergedTree(workspace, session, String(was), String(head));
      if (tree !== null && (await isTreeLost(workspace, place(), String(tree)))) return true;
      const now = (await workspace.resolve(`refs/heads/${request.onto}`)) ?? null;
      return now !== was && now !== (await commitOf(context, session, input));
    },
    act: (input) => handOver(context, session, request.onto, input),
    follows: (done, { effect: { id } }) => [
      ...(done.evidence ? [checksFinished(done.evidence, { commit: done.commit, why: "ship" })] : []),
      byHarness({
        type: "session.shipped",
        onto: request.onto,
        how: request.how,
        was: done.was,
        commit: done.commit,
        effect: id,
      }),
      byHarness({
        type: "session.closed",
        how: "finished",
        why: `shipped ${shippedWords({ onto: request.onto, made: request.how === "branch" || done.was === null })}`,
      }),
    ],
  });
}

async function planShip(context: StepContext<Shipping>, session: string, onto: string): Promise<PlanOrNot> {
  const { workspace, journal, clock } = context;
  const head = journal.state().integration;
  const was = (await workspace.resolve(`refs/heads/${onto}`)) ?? null;
  if (was === null || (await workspace.isAncestor(was, head)))
    return { input: { was, head, tree: null, when: clock.now() } };
  const merged = await workspace.merge(was, head);
  if (merged.conflicts.length > 0) {
    throw new Fault(
      "merge.conflict",
      `${onto} has moved on and conflicts in ${merged.conflicts.join(", ")}. Ship to a new branch (huddle ship), and merge that branch yourself.`,
    );
  }
  const tree = await keptTree(workspace, mergedTree(workspace, session, was, head), merged.tree);
  return { input: { was, head, tree, when: clock.now() } };
}

function mergedTree(workspace: Workspace, session: string, was: string, head: string): TreePlace {
  const make = async () => (await workspace.merge(was, head)).tree;
  return { ref: treeRef(session, "ship"), since: was, make };
}

async function handOver(
  context: StepContext<Shipping>,
  session: string,
  onto: string,
  input: Input,
): Promise<Shipped> {
  const commit = await commitOf(context, session, input);
  const was = input.was === null ? null : String(input.was);
  // After a kill the branch may already be at our commit: its checks passed then, and what is shipped stays shipped.
  const moved = (await context.workspace.resolve(`refs/heads/${onto}`)) === commit;
  const evidence = input.tree === null ? undefined : await check(context, commit);
  if (evidence?.broken !== undefined && !moved)
    throw new Fault("checks.broken", `${evidence.broken}\nMend this, then ship again.`);
  if (evidence && !evidence.passed && !moved)
    throw new Fault("checks.failed", `After merging with ${onto}, the checks fail:\n${evidence.words}`);
  if (!moved) await moveTarget(context, onto, commit, was);
  return {
    failed: false,
    text: `shipped ${shippedWords({ onto, made: was === null })}`,
    commit,
    was,
    ...(evidence && { evidence }),
  };
}

/** The integration head itself, or, where the target moved on, a merge of both. The same input gives the same commit. */
async function commitOf(context: StepContext<Shipping>, session: string, input: Input): Promise<string> {
  const { workspace, journal } = context;
  const head = String(input.head);
  if (input.tree === null) return head;
  const { policy, title } = journal.state().session;
  return keptCommit(workspace, commitRef(session, "ship"), {
    tree: String(input.tree),
    parents: [String(input.was), head],
    message: commitMessage(oneLine(`Merge ${title}`), []),
    author: policy.author,
    when: String(input.when),
  });
}

async function check(context: StepContext<Shipping>, commit: string): Promise<Evidence> {
  const { workspace, journal, signal } = context;
  const worktree = await workspace.checkout("landing", commit, signal);
  const state = journal.state();
  return gatherEvidence(
    context,
    { worktree, commit },
    state.session.policy.checks.full,
    landingReference(state),
  );
}

async function moveTarget(
  context: StepContext<Shipping>,
  onto: string,
  commit: string,
  was: string | null,
): Promise<void> {
  const { workspace } = context;
  const place = await workspace.checkedOut(onto);
  if (place) {
    if (place.under !== undefined)
      throw new Fault(
        "worktree.dirty",
        `At ${place.path}, where ${onto} is checked out, ${place.under} is under way. Finish or abort it, then type: huddle ship --onto ${onto}`,
      );
    if (!place.clean)
      throw new Fault(
        "worktree.dirty",
        `${onto} is checked out at ${place.path} with uncommitted changes. Commit or stash them, then type: huddle ship --onto ${onto}`,
      );
    return workspace.fastForward(place.path, commit);
  }
  if ((await workspace.moveRef(`refs/heads/${onto}`, commit, was)) === "differs") {
    throw new Fault(
      "branch.moved",
      `${onto} moved while Huddle was shipping onto it. Type: huddle ship --onto ${onto}`,
    );
  }
}
