import type { EventOf } from "../facts/events.ts";
import type { Account, AccountKey, Amount } from "../state/money.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import type { Reserved, Usage } from "../terms/money-schema.ts";

export const none: Amount = { tokens: 0, micros: 0 };
export const emptyAccount: Account = { spent: none, reserved: none, unconfirmed: none };

/** The accounts that a thread spends from: the session's, its task's and its seat's. */
export function accountsOf(thread: Pick<Thread, "task" | "seat">): readonly AccountKey[] {
  return ["session", ...(thread.task === undefined ? [] : [`task:${thread.task}`]), `seat:${thread.seat}`];
}

export function amountReserved({ input, output, micros }: Reserved): Amount {
  return { tokens: input + output, micros: micros ?? 0 };
}

export function amountUsed(usage: Usage, micros: number | undefined): Amount {
  return { tokens: usage.input + usage.output, micros: micros ?? 0 };
}

/** What an attempt cost: what it used, nothing because nothing was charged, or unknown. */
export type Settlement =
  | { readonly kind: "used"; readonly usage: Usage; readonly micros?: number }
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" };

export function settlementOf(event: EventOf<"model.replied" | "model.failed">): Settlement {
  const { usage, micros } = event;
  if (usage) return { kind: "used", usage, ...(micros !== undefined && { micros }) };
  return event.type === "model.failed" && event.unspent ? { kind: "nothing" } : { kind: "unknown" };
}

/**
 * What becomes of a reservation: it stays, part of it or none of it was used, or it counts in full because nothing is
 * known.
 */
export type Booking =
  | { readonly kind: "reserve"; readonly amount: Amount }
  | { readonly kind: "spend"; readonly reserved: Amount; readonly amount: Amount }
  | { readonly kind: "lose"; readonly reserved: Amount };

/** The accounts after one attempt is booked on each of them. */
export function booked(
  accounts: State["accounts"],
  keys: readonly AccountKey[],
  booking: Booking,
): State["accounts"] {
  const next = { ...accounts };
  for (const key of keys) next[key] = after(next[key] ?? emptyAccount, booking);
  return next;
}

function after({ spent, reserved, unconfirmed }: Account, booking: Booking): Account {
  switch (booking.kind) {
    case "reserve":
      return { spent, reserved: plus(reserved, booking.amount), unconfirmed };
    case "spend":
      return {
        spent: plus(spent, booking.amount),
        reserved: minus(reserved, booking.reserved),
        unconfirmed,
      };
    case "lose":
      return {
        spent,
        reserved: minus(reserved, booking.reserved),
        unconfirmed: plus(unconfirmed, booking.reserved),
      };
  }
}

function plus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens + b.tokens, micros: a.micros + b.micros };
}

function minus(a: Amount, b: Amount): Amount {
  return { tokens: a.tokens - b.tokens, micros: a.micros - b.micros };
}

/** Everything that counts against a cap: spent, reserved and unconfirmed. */
export function committed(account: Account): Amount {
  return plus(plus(account.spent, account.reserved), account.unconfirmed);
}
