import type { ListedSession } from "../documents/session-rows.ts";

/**
 * What screens read from outside the open session: for each kind what is asked, and what is given. A kind that is added
 * here makes the compiler ask for its reader in `app/door/readers.ts`.
 */
export interface Needs {
  sessions: { ask: object; gives: readonly ListedSession[] };
}

export type NeedKind = keyof Needs;
export type Need = { [K in NeedKind]: { readonly kind: K } & Readonly<Needs[K]["ask"]> }[NeedKind];
export type Gives<K extends NeedKind> = Needs[K]["gives"];

/** Two needs with the same key are read once. */
export function keyOf(need: Need): string {
  return JSON.stringify(need);
}
