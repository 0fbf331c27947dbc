import type { Decision, Deferred } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { DecisionId } from "../../terms/ids.ts";
import { toArray } from "../../text/appended.ts";
import { because } from "./because.ts";

/** A decision, with the one that replaced it. */
export interface LedgerDecision extends Decision {
  readonly amendedBy?: DecisionId;
}

export interface Ledger {
  readonly decisions: readonly LedgerDecision[];
  /** Points that were put off. */
  readonly deferred: readonly Deferred[];
}

/** Decisions and deferred points; with `all`, replaced decisions too. */
export function ledgerOf(state: State, { all }: { readonly all: boolean }): Ledger {
  const ledger = toArray(state.ledger);
  const successors = new Map(ledger.map(({ id, amends }) => [amends, id]));
  const decisions = ledger.map((decision) => {
    const amendedBy = successors.get(decision.id);
    return amendedBy === undefined ? decision : { ...decision, amendedBy };
  });
  return {
    decisions: decisions.filter((one: LedgerDecision) => all || one.amendedBy === undefined),
    deferred: toArray(state.deferred),
  };
}

/** The ledger for people: a paragraph for each. */
export function ledgerLines({ decisions, deferred }: Ledger): readonly string[] {
  const paragraphs = [...decisions.map(decisionLines), ...deferred.map(deferredLines)];
  if (paragraphs.length === 0) return ["Nothing is decided yet."];
  return paragraphs.flatMap((lines) => ["", ...lines]).slice(1);
}

function decisionLines(decision: LedgerDecision): readonly string[] {
  const { id, topic, amends, amendedBy, proposed, agreed, dissents } = decision;
  const before = amends === undefined ? "" : ` (in place of ${amends})`;
  const after = amendedBy === undefined ? "" : ` (no longer: see ${amendedBy})`;
  const agreeing = agreed.length > 0 ? `; agreed: ${named(agreed)}` : "";
  const against = dissents.length > 0 ? `; against: ${named(dissents)}` : "";
  return [
    `${id}  ${topic}: ${decision.decision}${before}${after}`,
    `      ${because(decision.reason)}`,
    `      proposed by ${named([proposed])}${agreeing}${against}`,
  ];
}

function deferredLines({ topic, why, by }: Deferred): readonly string[] {
  return [`put off: ${topic}`, `      ${because(why)}`, `      by ${named([by])}`];
}

/** Models call the person human; the screen says you. */
function named(names: readonly string[]): string {
  return names.map((name) => (name === "human" ? "you" : name)).join(", ");
}
