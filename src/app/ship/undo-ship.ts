import { refusal } from "../../core/facts/fact.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Shipment } from "../../core/state/session.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { builtOnFault } from "../../floor/ship/built-on.ts";
import type { Project } from "../project.ts";
import { tell } from "../say/tell.ts";
import { doErrand, type ErrandEnd, type ErrandOptions, stuckErrand } from "./do-errand.ts";

/** What taking back would change. */
export interface UndoPlan {
  readonly shipment: Shipment;
  /** Where the branch is checked out: files there will change. */
  readonly checkedOutAt?: string;
}

export type Undoing = ErrandEnd<{ readonly kind: "undone"; readonly shipment: Shipment }>;

/** Looks whether what was shipped last can be taken back. Changes nothing. */
export async function planUndo(project: Project, files: SessionFiles): Promise<UndoPlan> {
  const state = files.journal.state();
  const shipment = state.session.shipments?.at(-1);
  if (!shipment)
    throw new Fault("refused", "Nothing was shipped, so there is nothing to take back. See: huddle status");
  const workspace = project.openWorkspace(files.id, state.fence);
  if (shipment.how === "patch") return { shipment };
  if ((await workspace.resolve(state.integration)) === undefined)
    throw new Fault(
      "refused",
      `Git has removed what had landed, because the session was dropped (huddle drop). ${shippedWords(shipment)} stays as it is.`,
    );
  const { onto, was, commit } = shipment;
  const now = await workspace.resolve(`refs/heads/${onto}`);
  if (now !== commit && now !== (was ?? undefined))
    throw await builtOnFault(workspace, { onto, was, commit, now });
  const place = await workspace.checkedOut(onto);
  if (!place || now === was) return { shipment };
  if (was === null)
    throw new Fault(
      "worktree.dirty",
      `The branch ${onto} is checked out at ${place.path}, so it cannot be removed. Switch to another branch there, then type: huddle ship --undo`,
    );
  if (place.under !== undefined || !place.clean)
    throw new Fault(
      "worktree.dirty",
      `${onto} is checked out at ${place.path}, with ${place.under ?? "changes that are not committed"}. Finish or put that aside first:\n  git -C ${shellWord(place.path)} stash --include-untracked\n  huddle ship --undo`,
    );
  return { shipment, checkedOutAt: place.path };
}

/** Takes back what was shipped last, and reopens the session. */
export function undoShip(
  project: Project,
  files: SessionFiles,
  { shipment }: UndoPlan,
  options: ErrandOptions,
): Promise<Undoing> {
  return doErrand(
    project,
    files,
    {
      kind: "undo",
      runsChecks: false,
      request: async () => {
        await tell(files.journal, (at) => {
          const { undoing, shipments = [] } = at.session;
          if (shipments.at(-1)?.seq !== shipment.seq)
            return refusal("It has been shipped again or taken back meanwhile. See: huddle status");
          if (undoing && !stuckErrand(at, "undo", project.clock.now())) return undefined;
          return [{ actor: "human", event: { type: "undo.requested", shipped: shipment.seq } }];
        });
      },
      endOf: ({ session: { shipments = [] } }) =>
        shipments.some(({ seq }) => seq === shipment.seq) ? undefined : { kind: "undone", shipment },
    },
    options,
  );
}
