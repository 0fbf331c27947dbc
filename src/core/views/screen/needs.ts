import type { Blob, TaskId } from "../../terms/ids.ts";
import type { TaskAct } from "../acts/task-act.ts";
import type { ListedSession } from "../documents/session-rows.ts";

import type { ChangeWanted, ShownChange } from "../review/shown-change.ts";
import type { TaskPage } from "../task/task-page.ts";

/**
 * What screens read from outside the open session: for each kind what is asked, and what is given. A kind that is added
 * here makes the compiler ask for its reader in `app/door/readers.ts`.
 */
export interface Needs {
  acts: { ask: { readonly task: TaskId }; gives: readonly TaskAct[] };
  task: { ask: { readonly task: TaskId }; gives: TaskPage };
  change: { ask: ChangeWanted; gives: ShownChange };
  printed: { ask: { readonly blob: Blob }; gives: string };
  sessions: { ask: object; gives: readonly ListedSession[] };
}

export type NeedKind = keyof Needs;
export type Need = { [K in NeedKind]: { readonly kind: K } & Readonly<Needs[K]["ask"]> }[NeedKind];
export type Gives<K extends NeedKind> = Needs[K]["gives"];

/** Two needs with the same key are read once. */
export function keyOf(need: Need): string {
  return JSON.stringify(need);
}
