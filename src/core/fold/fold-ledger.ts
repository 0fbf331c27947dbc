import type { LedgerEvent } from "../facts/chapters.ts";
import type { Fact } from "../facts/fact.ts";
import type { StateDraft } from "../state/draft.ts";
import { decisionId } from "../terms/ids.ts";
import { append } from "../text/appended.ts";
import { settledNow } from "./on-stage.ts";

/** Decisions, amendments and deferred points. The ledger only grows; views leave out what was amended. */
export function foldLedger(draft: StateDraft, fact: Fact, event: LedgerEvent): void {
  switch (event.type) {
    case "decision.recorded":
    case "decision.amended": {
      const { type: _, cites, ...decision } = event;
      const cited = cites !== undefined && { cites };
      const entry = { id: decisionId(fact.seq), seq: fact.seq, by: fact.actor, ...decision, ...cited };
      draft.ledger = append(draft.ledger, entry);
      settledNow(draft);
      break;
    }
    case "point.deferred": {
      const { topic, why } = event;
      const entry = { seq: fact.seq, by: fact.actor, topic, why };
      draft.deferred = append(draft.deferred, entry);
      settledNow(draft);
      break;
    }
  }
}
