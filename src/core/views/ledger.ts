import { toArray } from "../appended.ts";
import type { Decision, State } from "../state.ts";

/** A decision as people look it up, with its name. */
export interface LedgerDecision extends Omit<Decision, "seq"> {
  readonly id: string;
}

export interface Ledger {
  readonly decisions: readonly LedgerDecision[];
}

/** What was decided. */
export function ledgerOf(state: State): Ledger {
  return {
    decisions: toArray(state.ledger).map(({ seq, ...decision }) => ({ id: `d${seq}`, ...decision })),
  };
}

/** The ledger for people: a paragraph per decision. */
export function ledgerLines({ decisions }: Ledger): readonly string[] {
  if (decisions.length === 0) return ["Nothing is decided yet."];
  return decisions.flatMap((decision) => ["", ...decisionLines(decision)]).slice(1);
}

function decisionLines(decision: LedgerDecision): readonly string[] {
  const { id, topic, proposed, agreed, dissents } = decision;
  const against = dissents.length > 0 ? `; against: ${dissents.join(", ")}` : "";
  const forIt = agreed.length > 0 ? `; agreed: ${agreed.join(", ")}` : "";
  return [
    `${id}  ${topic}: ${decision.decision}`,
    `      because ${decision.reason}`,
    `      proposed by ${proposed}${forIt}${against}`,
  ];
}
