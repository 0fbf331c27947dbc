import { refusal } from "../../facts/fact.ts";
import { baseCapOf, dollars } from "../../rules/budget.ts";
import type { State } from "../../state/state.ts";
import type { Loop } from "../../state/thread.ts";
import { budgetId, type WaitId } from "../../terms/ids.ts";
import type { Cap } from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** A budget is too small for the next request. */
export interface BudgetWait {
  readonly kind: "budget";
  readonly id: WaitId;
  readonly since: number;
  /** Whose budget: `session`, `task:t3`, `seat:ada`. */
  readonly scope: string;
  /** Which part of it is used up. */
  readonly unit: "money" | "tokens";
  readonly why: string;
}

export type BudgetAnswer =
  /** As much again as the original budget. */
  | { readonly kind: "grant-again" }
  | { readonly kind: "grant"; readonly micros: number }
  | { readonly kind: "grant"; readonly tokens: number };

/**
 * `loops`: the newest loops of the steps that could run. Each budget that is used up has one wait, however many loops
 * it pauses. The wait dates from the first of them, so its id stays the same.
 */
export function budgetWaits(state: State, loops: readonly (Loop | undefined)[]): readonly BudgetWait[] {
  const waits = loops.flatMap((loop): BudgetWait[] => {
    if (loop?.paused?.on !== "budget") return [];
    const { seq, scope, why, unit = mainUnit(state, scope) } = loop.paused;
    return [{ kind: "budget", id: budgetId(seq), since: seq, scope, unit, why }];
  });
  return waits.filter(
    ({ scope, since }) => !waits.some((other) => other.scope === scope && other.since < since),
  );
}

/** Older logs do not say which unit was used up. */
function mainUnit(state: State, scope: string): "money" | "tokens" {
  return baseCapOf(state, scope)?.micros === undefined ? "tokens" : "money";
}

export function answerBudget(answering: Answering<BudgetWait, BudgetAnswer>): Answered {
  const { wait } = answering;
  const more = moreOf(answering);
  if (more === undefined)
    return refusal(
      `Answer yes to grant as much again, or a number of ${wait.unit === "money" ? "dollars" : "tokens"}.`,
    );
  const [scope = "session", id] = wait.scope.split(":");
  const granted = {
    type: "budget.granted" as const,
    scope: scope as "session" | "task" | "seat", // made by accountKey
    ...(id !== undefined && { id }),
    ...more,
    why: [
      ...(more.micros === undefined ? [] : [dollars(more.micros)]),
      ...(more.tokens === undefined ? [] : [`${more.tokens} tokens`]),
    ].join(" and "),
  };
  return [{ actor: "human", event: granted }];
}

/** Undefined if the amount is not positive, or not in the unit that is used up. */
function moreOf({ wait, answer, at }: Answering<BudgetWait, BudgetAnswer>): Cap | undefined {
  if (answer.kind === "grant-again") return baseCapOf(at, wait.scope) ?? {};
  if ("micros" in answer)
    return wait.unit === "money" && isAmount(answer.micros) ? { micros: answer.micros } : undefined;
  return wait.unit === "tokens" && isAmount(answer.tokens) ? { tokens: answer.tokens } : undefined;
}

function isAmount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}
