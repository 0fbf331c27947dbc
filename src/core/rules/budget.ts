import type { AccountKey } from "../state/money.ts";
import type { State } from "../state/state.ts";
import type { Reserved } from "../terms/money-schema.ts";
import type { Cap, Policy } from "../terms/policy.ts";
import { amountReserved, committed, emptyAccount } from "./accounts.ts";

export interface OverBudget {
  readonly scope: AccountKey;
  /** Which unit does not suffice. */
  readonly unit: "money" | "tokens";
  /** The numbers, worded for a person. */
  readonly why: string;
}

/**
 * Whether an attempt that may cost `reserved` would exceed what the session, the task or the seat has left. Asked
 * inside the append that reserves it, so no two attempts can take the same money.
 */
export function overBudget(
  state: State,
  keys: readonly AccountKey[],
  reserved: Reserved,
): OverBudget | undefined {
  for (const key of keys) {
    const cap = capOf(state, key);
    if (!cap) continue;
    const so = committed(state.accounts[key] ?? emptyAccount);
    const more = amountReserved(reserved);
    if (cap.micros !== undefined && reserved.micros === undefined)
      return {
        scope: key,
        unit: "money",
        why: `${nameOf(key)} has a budget in money, and no price is known for this model. Give it a budget in tokens instead.`,
      };
    if (cap.micros !== undefined && so.micros + more.micros > cap.micros)
      return {
        scope: key,
        unit: "money",
        why: `${nameOf(key)} may spend ${dollars(cap.micros)}; ${dollars(so.micros)} are spent or reserved, and the next request may cost ${dollars(more.micros)}.`,
      };
    if (cap.tokens !== undefined && so.tokens + more.tokens > cap.tokens)
      return {
        scope: key,
        unit: "tokens",
        why: `${nameOf(key)} may use ${cap.tokens} tokens; ${so.tokens} are used or reserved, and the next request may need ${more.tokens}.`,
      };
  }
  return undefined;
}

/** The cap in force, including grants; undefined if there is none. */
export function capOf(state: State, key: AccountKey): Cap | undefined {
  const base = baseCapOf(state, key);
  const grant = state.grants[key];
  if (!base) return undefined;
  return {
    ...(base.micros !== undefined && { micros: base.micros + (grant?.micros ?? 0) }),
    ...(base.tokens !== undefined && { tokens: base.tokens + (grant?.tokens ?? 0) }),
  };
}

/** All budgets, with what was granted to the session counted in. What a task or a member was granted is theirs alone. */
export function budgetInForce(state: State): NonNullable<Policy["budget"]> {
  const session = capOf(state, "session");
  return { ...state.session.policy.budget, ...(session && { session }) };
}

/** The cap that the policy sets, without grants. */
export function baseCapOf(state: State, key: AccountKey): Cap | undefined {
  const kind = key.split(":")[0];
  const budget = state.session.policy.budget;
  return kind === "session" ? budget?.session : kind === "task" ? budget?.task : budget?.seat;
}

export function accountKey(scope: "session" | "task" | "seat", id: string | undefined): AccountKey {
  return scope === "session" ? "session" : `${scope}:${id ?? ""}`;
}

function nameOf(key: AccountKey): string {
  const [kind, id = ""] = key.split(":");
  if (kind === "task") return `Task ${id}`;
  return kind === "seat" ? id : "The session";
}

/** Small sums get enough digits not to look like zero. */
export function dollars(micros: number): string {
  const digits = micros === 0 || micros >= 10_000 ? 2 : micros >= 100 ? 4 : 6;
  return `$${(micros / 1_000_000).toFixed(digits)}`;
}

/**
 * What is left of a budget after what is spent, reserved and unconfirmed. Below zero if attempts used more than they
 * reserved.
 */
export interface BudgetLeft {
  readonly key: AccountKey;
  readonly cap: Cap;
  /** Spent, reserved and unconfirmed together: `cap` less `left`. */
  readonly used: Cap;
  readonly left: Cap;
}

export function leftOf(state: State, key: AccountKey): BudgetLeft | undefined {
  const cap = capOf(state, key);
  if (!cap || (cap.micros === undefined && cap.tokens === undefined)) return undefined;
  const so = committed(state.accounts[key] ?? emptyAccount);
  const inUnits = (amount: (unit: keyof Cap, most: number) => number): Cap => ({
    ...(cap.micros !== undefined && { micros: amount("micros", cap.micros) }),
    ...(cap.tokens !== undefined && { tokens: amount("tokens", cap.tokens) }),
  });
  return { key, cap, used: inUnits((unit) => so[unit]), left: inUnits((unit, most) => most - so[unit]) };
}
