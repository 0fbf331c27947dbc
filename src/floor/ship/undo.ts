import type { Step } from "../../core/decide/step.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { Shipment } from "../../core/state/session.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { integrationRef } from "../branches.ts";
import { effect } from "../effect.ts";
import { builtOnFault } from "./built-on.ts";

type Undoing = Extract<Step, { kind: "undo" }>;

/** Moves a branch back to where it was before the shipping, if nobody built on it. The session goes on from there. */
export async function undo(context: StepContext<Undoing>, session: string): Promise<void> {
  const { journal, workspace } = context;
  const { undoing, shipments = [] } = journal.state().session;
  const shipment = shipments.find(({ seq }) => seq === undoing?.shipped);
  if (!shipment) throw new Error("nobody asked to take this back");
  await effect(context, {
    kind: "undo",
    plan: async () => ({ input: { onto: shipment.onto, commit: shipment.commit, was: shipment.was } }),
    act: async () => {
      await takeBack(workspace, shipment);
      // Shipping removed the session's own branch, and the next landing needs it.
      const { integration, session: opened } = journal.state();
      if (integration !== opened.repo.base)
        await workspace.moveRef(integrationRef(session), integration, null);
      return { failed: false, text: `took back ${shipment.onto}` };
    },
    follows: () => [
      byHarness({
        type: "ship.undone",
        shipped: shipment.seq,
        onto: shipment.onto,
        how: shipment.how,
        restored: shipment.was,
      }),
    ],
  });
}

async function takeBack(workspace: Workspace, { onto, how, was, commit }: Shipment): Promise<void> {
  if (how === "patch") return;
  const ref = `refs/heads/${onto}`;
  const now = await workspace.resolve(ref);
  if (now === (was ?? undefined)) return;
  if (now !== commit) throw await builtOnFault(workspace, { onto, was, commit, now });
  const place = await workspace.checkedOut(onto);
  if (place && (place.under !== undefined || !place.clean))
    throw new Fault(
      "worktree.dirty",
      `${onto} is checked out at ${place.path}, with ${place.under ?? "changes that are not committed"}. Finish or put that aside, then type: huddle ship --undo`,
    );
  if (place && was === null)
    throw new Fault(
      "worktree.dirty",
      `The branch ${onto} is checked out at ${place.path}, so it cannot be removed. Switch to another branch there, then type: huddle ship --undo`,
    );
  if (place && was !== null) return workspace.moveBack(place.path, was);
  const moved =
    was === null ? await workspace.deleteRef(ref, commit) : await workspace.moveRef(ref, was, commit);
  if (moved === "differs")
    throw await builtOnFault(workspace, { onto, was, commit, now: await workspace.resolve(ref) });
}
