import { decide } from "../../core/decide/decide.ts";
import type { EventOf } from "../../core/facts/events.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { againWords } from "../../floor/ship/move-target.ts";
import type { Project } from "../project.ts";
import { refuseEarly } from "../say/request-ship.ts";
import { isBranchName } from "./branch-name.ts";
import { stuckErrand } from "./do-errand.ts";

export type Asked = Omit<EventOf<"ship.requested">, "type">;

/** How a person wants the work. Left out of it all: a new branch. */
export interface ShipWish {
  readonly how?: Asked["how"] | undefined;
  /** A branch, or the file of a patch. */
  readonly onto?: string | undefined;
  readonly message?: string | undefined;
  readonly isPartial?: boolean | undefined;
}

/** Where the work would go and what that would change. */
export interface ShipPlan {
  readonly asked: Asked;
  /** Where the target is checked out: files there will change. */
  readonly checkedOutAt?: string;
  /** Of a pull request: where it can be pushed to and opened with. */
  readonly host?: { readonly remote?: string; readonly program?: string };
  /** It was already requested and only has to be done. */
  readonly requested: boolean;
}

/** Plans the shipping without changing anything. Refuses a target with uncommitted changes. */
export async function planShip(
  project: Project,
  files: SessionFiles,
  wish: ShipWish = {},
): Promise<ShipPlan> {
  const state = files.journal.state();
  const { shipping, shipped, repo } = state.session;
  if (shipped) throw new Fault("refused", `This session is already shipped ${shippedWords(shipped)}.`);
  const now = project.clock.now();
  const workspace = project.openWorkspace(files.id, state.fence);
  if (shipping && !stuckErrand(state, "ship", now)) {
    if (wish.onto !== undefined && wish.onto !== shipping.onto)
      throw new Fault("refused", `Huddle is already shipping this onto ${shipping.onto}. Type: huddle ship`);
    const { seq: _, ...asked } = shipping;
    return { ...(await checked(workspace, asked)), requested: true };
  }
  if (wish.onto !== undefined && wish.how !== "patch" && !isBranchName(wish.onto))
    throw new Fault("usage", `"${wish.onto}" is not the name of a branch.`);
  const early = refuseEarly(state, decide(state, now).waits, wish.isPartial === true);
  if (early !== undefined) throw new Fault("refused", early);
  const { how = wish.onto === undefined ? "branch" : "fast-forward", message } = wish;
  const more = {
    ...(message !== undefined && { message }),
    ...(wish.isPartial && { partial: true as const }),
  };
  if (how === "patch") return { asked: await patchTo(workspace, wish.onto ?? "", more), requested: false };
  const onto =
    wish.onto ?? (await freeBranch(workspace, files.id, how === "squash" ? undefined : state.integration));
  if (wish.isPartial && how !== "pr") await refuseShipped(workspace, onto, state.integration);
  if (how === "branch" || how === "pr") await refuseTaken(workspace, onto, state.integration);
  const plan = await checked(workspace, { onto, how, ...more });
  if (how !== "pr") return { ...plan, requested: false };
  const asked = { ...plan.asked, base: repo.branch };
  return { ...plan, asked, host: await workspace.theirs.host(), requested: false };
}

/** The rest is still to come, so a branch that has all there is so far gets nothing by being shipped onto. */
async function refuseShipped(workspace: Workspace, onto: string, head: string): Promise<void> {
  const at = await workspace.resolve(`refs/heads/${onto}`);
  if (at !== undefined && (await workspace.isAncestor(head, at)))
    throw new Fault(
      "refused",
      `${onto} already holds all that has landed. To go on with the rest: huddle run. To take back what was shipped: huddle ship --undo`,
    );
}

/** A new branch is not made where one is that has something else. */
async function refuseTaken(workspace: Workspace, onto: string, head: string): Promise<void> {
  const at = await workspace.resolve(`refs/heads/${onto}`);
  if (at !== undefined && !(await workspace.isAncestor(at, head)))
    throw new Fault(
      "usage",
      `There is a branch ${onto} already, and it holds something else. To move it forward: huddle ship --onto ${onto}`,
    );
}

async function patchTo(workspace: Workspace, file: string, more: object): Promise<Asked> {
  const why = await workspace.theirs.refusesPatch(file);
  if (why !== undefined)
    throw new Fault("refused", `${why} Name another place for the patch: huddle ship --patch <file>`);
  return { onto: file, how: "patch", ...more };
}

/** The first branch of this name that does not exist yet, or that the work can fast-forward. */
async function freeBranch(workspace: Workspace, session: string, head: string | undefined): Promise<string> {
  const name = `huddle-${session}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    const at = await workspace.resolve(`refs/heads/${candidate}`);
    if (at === undefined || (head !== undefined && (await workspace.isAncestor(at, head)))) return candidate;
  }
}

async function checked(workspace: Workspace, asked: Asked): Promise<Omit<ShipPlan, "requested">> {
  const { onto, how } = asked;
  const place = how === "patch" ? undefined : await workspace.checkedOut(onto);
  if (!place) return { asked };
  const again = againWords(onto, how);
  if (place.under !== undefined)
    throw new Fault(
      "worktree.dirty",
      `At ${place.path}, where ${onto} is checked out, ${place.under} is under way. Finish or abort it first, then type: ${again}`,
    );
  if (!place.clean)
    throw new Fault(
      "worktree.dirty",
      `${onto} is checked out at ${place.path} with changes that are not committed. Put them aside first:\n  git -C ${shellWord(place.path)} stash --include-untracked\n  ${again}`,
    );
  return { asked, checkedOutAt: place.path };
}
