import type { ShipEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Shipment } from "../state/session.ts";
import { without } from "../text/record.ts";
import { dueAgain } from "./floor/fold-baseline.ts";

/** Handing over, taking that back, and catching up with the branch that the work began from. */
export function foldShip(draft: StateDraft, { seq }: Fact, event: ShipEvent): void {
  switch (event.type) {
    case "ship.requested": {
      forgetShipping(draft);
      const { type: _, ...asked } = event;
      draft.session = { ...draft.session, shipping: { seq, ...asked } };
      break;
    }
    case "session.shipped":
      shipped(draft, seq, event);
      break;
    case "undo.requested":
      draft.session = { ...draft.session, undoing: { seq, shipped: event.shipped } };
      break;
    case "ship.undone":
      undone(draft, event.shipped);
      break;
    case "sync.requested":
      forget(draft, draft.session.syncing && `sync@${draft.session.syncing.seq}`);
      draft.session = { ...draft.session, syncing: { seq, branch: event.branch } };
      break;
    case "session.synced":
      synced(draft, seq, event);
  }
}

function shipped(draft: StateDraft, seq: number, event: EventOf<"session.shipped">): void {
  const { shipping: _, ...session } = draft.session;
  const { onto, how, was, commit, partial, url, unopened } = event;
  const shipment: Shipment = {
    seq,
    onto,
    how,
    was,
    commit,
    made: how === "branch" || was === null,
    ...(partial && { partial }),
    ...(url !== undefined && { url }),
    ...(unopened !== undefined && { unopened }),
  };
  draft.session = {
    ...session,
    shipments: [...(session.shipments ?? []), shipment],
    ...(!partial && { shipped: shipment }),
  };
}

/** What was handed over last is the person's to hand over again: a session that ended with it goes on. */
function undone(draft: StateDraft, seq: number): void {
  const { undoing: _, shipped: last, ending, ...session } = draft.session;
  const isLast = last?.seq === seq;
  draft.session = {
    ...session,
    shipments: session.shipments?.filter((one) => one.seq !== seq) ?? [],
    ...(last && !isLast && { shipped: last }),
    ...(ending && !isLast && { ending }),
  };
}

function synced(draft: StateDraft, seq: number, event: EventOf<"session.synced">): void {
  const { syncing: _, ...before } = draft.session;
  const { type: __, ...said } = event;
  const session = { ...before, synced: { seq, ...said } };
  draft.session = session;
  if (event.how !== "merged" || event.commit === undefined) return;
  const hasLanded = draft.integration !== session.repo.base;
  draft.session = { ...session, repo: { ...session.repo, base: event.at } };
  draft.integration = event.commit;
  // Then the new base is all there is, and what the checks say on it is not known.
  if (!hasLanded && session.baseline) dueAgain(draft, seq);
}

/** A repeated request is another step, so what the first one started or failed at no longer counts. */
function forgetShipping(draft: StateDraft): void {
  forget(draft, draft.session.shipping && `ship@${draft.session.shipping.seq}`);
}

function forget(draft: StateDraft, step: string | undefined): void {
  if (step === undefined) return;
  const effects = Object.entries(draft.effects).filter(([, effect]) => effect.step !== step);
  draft.effects = Object.fromEntries(effects);
  draft.failures = without(draft.failures, step);
}
