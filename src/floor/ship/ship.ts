import type { Step } from "../../core/decide/step.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { Session } from "../../core/state/session.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { treeRef } from "../branches.ts";
import { type Done, effect } from "../effect.ts";
import { checksFinished, type Evidence, gatherEvidence, landingReference } from "../gather-evidence.ts";
import { isTreeLost } from "../kept-tree.ts";
import { moveTarget } from "./move-target.ts";
import { planShip, type ShipInput, shipInput } from "./plan-ship.ts";
import { commitToShip, madeCommit } from "./ship-commit.ts";

type Shipping = Extract<Step, { kind: "ship" }>;
type Request = NonNullable<Session["shipping"]>;
type Shipped = Done & {
  readonly commit: string;
  readonly was: string | null;
  readonly evidence?: Evidence;
  readonly url?: string;
  readonly unopened?: string;
};

/**
 * Hands over what has landed: as a new branch, onto a branch by a real fast-forward, as one commit, as a patch, or for a
 * pull request. A target that moved on is merged and checked first. Touches the person's checkout only when it is clean
 * and they asked for exactly that.
 */
export async function ship(context: StepContext<Shipping>, session: string): Promise<void> {
  const { journal } = context;
  const request = journal.state().session.shipping;
  if (!request) throw new Error("nobody asked to ship");
  await effect<Shipped>(context, {
    kind: "ship",
    plan: () => planShip(context, session, request),
    outdated: (input) => isOutdated(context, session, request, shipInput(input)),
    act: (input) => handOver(context, session, request, shipInput(input)),
    follows: (done, { effect: { id } }) => told(request, done, id),
  });
}

/** The merged tree is gone, or the target has moved again. */
async function isOutdated(
  { workspace }: StepContext,
  session: string,
  { onto, how }: Request,
  input: ShipInput,
): Promise<boolean> {
  const { was, head, tree } = input;
  const place = {
    ref: treeRef(session, "ship"),
    since: was ?? head,
    make: async () => (was === null ? workspace.treeOf(head) : (await workspace.merge(was, head)).tree),
  };
  if (tree !== null && (await isTreeLost(workspace, place, tree))) return true;
  if (how === "patch") return false;
  const now = (await workspace.resolve(`refs/heads/${onto}`)) ?? null;
  return now !== was && now !== (await madeCommit(workspace, session, input));
}

async function handOver(
  context: StepContext<Shipping>,
  session: string,
  request: Request,
  input: ShipInput,
): Promise<Shipped> {
  const { workspace } = context;
  const { onto, how } = request;
  const { was, head } = input;
  const commit = await commitToShip(context, session, input);
  // After a kill the branch may already be at our commit: its checks passed then, and what is shipped stays shipped.
  const moved = how !== "patch" && (await workspace.resolve(`refs/heads/${onto}`)) === commit;
  const evidence = input.isChecked ? await check(context, commit) : undefined;
  if (!moved) refuseRed(evidence, onto);
  if (how === "patch") await workspace.theirs.writePatch(onto, { from: input.from ?? head, to: commit });
  // Before the branch is there: where the push is refused, nothing has moved.
  if (request.open) await workspace.theirs.push(request.open.remote, commit, onto);
  if (how !== "patch" && !moved) await moveTarget(workspace, { onto, how, commit, was });
  const opened = await open(context, request);
  const text = `shipped ${shippedWords({ onto, made: was === null, how })}`;
  return { failed: false, text, commit, was, ...(evidence && { evidence }), ...opened };
}

async function check(context: StepContext, commit: string): Promise<Evidence> {
  const { workspace, journal, signal } = context;
  const worktree = await workspace.checkout("landing", commit, signal);
  const state = journal.state();
  const { full } = state.session.policy.checks;
  return gatherEvidence(context, { worktree, commit }, full, landingReference(state));
}

function refuseRed(evidence: Evidence | undefined, onto: string): void {
  if (evidence?.broken !== undefined)
    throw new Fault("checks.broken", `${evidence.broken}\nMend this, then ship again.`);
  if (evidence && !evidence.passed)
    throw new Fault("checks.failed", `After merging with ${onto}, the checks fail:\n${evidence.words}`);
}

/** The branch is pushed, so the work is handed over, whatever the program says that opens the request. */
async function open(
  { workspace, blobs, journal }: StepContext,
  { open: wanted, onto, base, body }: Request,
): Promise<{ readonly url?: string; readonly unopened?: string }> {
  if (!wanted || base === undefined || body === undefined) return {};
  const { title } = journal.state().session;
  const words = (await blobs.get(body)) ?? title;
  try {
    return {
      url: await workspace.theirs.openRequest(wanted.program, { branch: onto, base, title, body: words }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { unopened: error.message };
  }
}

function told({ onto, how, partial }: Request, done: Shipped, effectId: string): readonly Draft[] {
  const { evidence, commit, was, url, unopened } = done;
  const words = shippedWords({ onto, made: was === null, how });
  return [
    ...(evidence ? [checksFinished(evidence, { commit, why: "ship" })] : []),
    byHarness({
      type: "session.shipped",
      onto,
      how,
      was,
      commit,
      effect: effectId,
      ...(partial && { partial }),
      ...(url !== undefined && { url }),
      ...(unopened !== undefined && { unopened }),
    }),
    ...(partial
      ? []
      : [byHarness({ type: "session.closed", how: "finished", why: `shipped ${words}` } as const)]),
  ];
}
