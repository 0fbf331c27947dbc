import type { LedgerEvent } from "../facts/chapters.ts";
import type { Fact } from "../facts/fact.ts";
import { fieldsOf } from "../state/fields-of.ts";
import { settledNow } from "../state/on-stage.ts";
import type { State } from "../state/state.ts";
import { decisionId } from "../terms/ids.ts";
import { append } from "../text/appended.ts";

/** What was decided, decided anew and put off. The ledger only grows; views leave out what was amended. */
export function foldLedger(state: State, fact: Fact, event: LedgerEvent): State {
  switch (event.type) {
    case "decision.recorded":
    case "decision.amended": {
      const { type: _, ...decision } = event;
      const entry = { id: decisionId(fact.seq), seq: fact.seq, ...decision };
      fieldsOf(state).ledger = append(state.ledger, entry);
      return settledNow(state);
    }
    case "point.deferred": {
      const { topic, why } = event;
      const entry = { seq: fact.seq, by: fact.actor, topic, why };
      fieldsOf(state).deferred = append(state.deferred, entry);
      return settledNow(state);
    }
  }
}
