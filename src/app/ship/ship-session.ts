import { decide } from "../../core/decide/decide.ts";
import type { StuckWait } from "../../core/decide/waits/stuck.ts";
import type { Wait } from "../../core/decide/waits/wait.ts";
import { type ShippedTo, shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { State } from "../../core/state/state.ts";
import { shellWord } from "../../core/text/quoted.ts";
import type { Project } from "../project.ts";
import { driveSession } from "../run/drive-session.ts";
import { livingRunner } from "../run/take-lease.ts";
import { requestShip } from "../say/request-ship.ts";
import { followTeam, recordTeam } from "../settings/follow-team.ts";
import { type AskTrust, type Execution, recordTrust, trustedExecution } from "../settings/trust.ts";
import { isBranchName } from "./branch-name.ts";

/** Where the work would go and what that would change. */
export interface ShipPlan {
  readonly onto: string;
  readonly how: "branch" | "fast-forward";
  /** Where the target is checked out: files there will change. */
  readonly checkedOutAt?: string;
  /** It was already requested and only has to be done. */
  readonly requested: boolean;
}

export interface ShippingOptions {
  readonly signal: AbortSignal;
  /** Asks the person to trust what the repository executes. Left out: nobody is there to ask. */
  readonly askTrust?: AskTrust | undefined;
  /** Called with what the shipping took over from the files, in one line. No later run says it. */
  onFollowed?(words: string): void;
}

export type Shipping =
  | (ShippedTo & { readonly kind: "shipped"; readonly commit: string })
  | { readonly kind: "stuck"; readonly id: string; readonly why: string; readonly code?: string }
  | { readonly kind: "stopped" };

/** Plans the shipping without changing anything. Refuses a target with uncommitted changes. */
export async function planShip(project: Project, files: SessionFiles, onto?: string): Promise<ShipPlan> {
  const state = files.journal.state();
  const { shipping, shipped } = state.session;
  if (shipped) throw new Fault("refused", `This session is already shipped ${shippedWords(shipped)}.`);
  const workspace = project.openWorkspace(files.id, state.fence);
  const requested = shipping !== undefined && stuckShip(state, project.clock.now()) === undefined;
  if (requested && (onto === undefined || onto === shipping.onto))
    return checked(workspace, { onto: shipping.onto, how: shipping.how, requested });
  if (requested)
    throw new Fault("refused", `Huddle is already shipping this onto ${shipping.onto}. Type: huddle ship`);
  if (onto !== undefined && !isBranchName(onto))
    throw new Fault("usage", `"${onto}" is not the name of a branch.`);
  if (!decide(state, project.clock.now()).waits.some((wait) => wait.kind === "ship" || isShipping(wait)))
    throw new Fault(
      "refused",
      "There is nothing to ship yet: the work has not been through its last review. See: huddle status",
    );
  if (onto !== undefined) return checked(workspace, { onto, how: "fast-forward", requested });
  const free = await freeBranch(workspace, `huddle-${files.id}`, state.integration);
  return checked(workspace, { onto: free, how: "branch", requested });
}

/** Requests shipping in the log and sees it done, either as the runner or by watching the current one. */
export async function shipSession(
  project: Project,
  files: SessionFiles,
  plan: ShipPlan,
  { signal, askTrust, onFollowed }: ShippingOptions,
): Promise<Shipping> {
  const now = () => project.clock.now();
  if (!(await livingRunner(project, files)))
    await trusted(project, files, await project.readTeam(), askTrust);
  if (!plan.requested) await requestShip(files.journal, plan.onto, plan.how, now());
  for (;;) {
    const state = files.journal.state();
    const ended = endOf(state, now());
    if (ended) return ended;
    if (signal.aborted) return { kind: "stopped" };
    if (await livingRunner(project, files)) {
      await soon(project, files, state, signal);
      continue;
    }
    const team = await project.readTeam();
    const execution = await trusted(project, files, team, askTrust);
    const followed = await recordTeam(files.journal, team, project);
    await recordTrust(files.journal, execution);
    if (followed !== "") onFollowed?.(followed);
    await driveSession(project, files, {
      lease: { mode: "ship" },
      model: silentModel,
      signal,
      linger: false,
    });
  }
}

/** What the checks of the shipping execute, once the person trusts it. */
function trusted(
  project: Project,
  { id, journal }: SessionFiles,
  team: Team,
  ask: AskTrust | undefined,
): Promise<Execution | undefined> {
  const { session } = followTeam(journal.state(), team, project);
  return trustedExecution(project, { id, session, team }, ask);
}

function endOf(state: State, now: string): Shipping | undefined {
  const { shipped } = state.session;
  if (shipped) return { kind: "shipped", onto: shipped.onto, made: shipped.made, commit: shipped.commit };
  const stuck = stuckShip(state, now);
  return (
    stuck && {
      kind: "stuck",
      id: stuck.id,
      why: stuck.error,
      ...(stuck.code !== undefined && { code: stuck.code }),
    }
  );
}

function stuckShip(state: State, now: string): StuckWait | undefined {
  return decide(state, now).waits.find(isShipping);
}

function isShipping(wait: Wait): wait is StuckWait {
  return wait.kind === "stuck" && wait.step.startsWith("ship@");
}

/** Waits until the log moves or it is time to check that the runner is alive. */
async function soon(project: Project, files: SessionFiles, state: State, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([
    files.journal.moved(state.head, enough.signal),
    project.clock.sleep(1_000, enough.signal),
  ]);
  signal.removeEventListener("abort", stop);
  enough.abort();
}

/** The first branch of this name that does not exist yet or that the work can fast-forward. */
async function freeBranch(workspace: Workspace, name: string, head: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    const at = await workspace.resolve(`refs/heads/${candidate}`);
    if (at === undefined || (await workspace.isAncestor(at, head))) return candidate;
  }
}

async function checked(workspace: Workspace, plan: ShipPlan): Promise<ShipPlan> {
  const place = await workspace.checkedOut(plan.onto);
  if (!place) return plan;
  if (place.under !== undefined)
    throw new Fault(
      "worktree.dirty",
      `At ${place.path}, where ${plan.onto} is checked out, ${place.under} is under way. Finish or abort it first, then type: huddle ship --onto ${plan.onto}`,
    );
  if (!place.clean)
    throw new Fault(
      "worktree.dirty",
      `${plan.onto} is checked out at ${place.path} with changes that are not committed. Put them aside first:\n  git -C ${shellWord(place.path)} stash --include-untracked\n  huddle ship --onto ${plan.onto}`,
    );
  return { ...plan, checkedOutAt: place.path };
}

/** Shipping asks no model. */
const silentModel: Model = {
  reply: () => Promise.reject(new Error("shipping asked a model")),
};
