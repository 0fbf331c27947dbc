import type { BudgetLeft } from "../../rules/budget.ts";
import type { Blob, TaskId } from "../../terms/ids.ts";
import type { TaskAct } from "../acts/task-act.ts";
import type { ModelsHere } from "../choice/model-offers.ts";
import type { AttemptLine } from "../cost/attempts.ts";
import type { Home } from "../home/home.ts";
import type { InboxEntry } from "../inbox/screen/inbox-rows.ts";
import type { ChangeWanted, ShownChange } from "../review/shown-change.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { TaskPage } from "../task/task-page.ts";
import type { Trace } from "../trace/trace.ts";

/**
 * What screens read from outside the open session: for each kind what is asked, and what is given. A kind that is added
 * here makes the compiler ask for its reader in `app/door/readers.ts`.
 */
export interface Needs {
  acts: { ask: { readonly task: TaskId }; gives: readonly TaskAct[] };
  task: { ask: { readonly task: TaskId }; gives: TaskPage };
  change: { ask: ChangeWanted; gives: ShownChange };
  printed: { ask: { readonly blob: Blob }; gives: string };
  home: { ask: object; gives: Home };
  /** What waits in all sessions. */
  inbox: {
    ask: object;
    gives: {
      readonly entries: readonly InboxEntry[];
      readonly damaged: readonly { readonly session: string; readonly damage: string }[];
    };
  };
  /** What dropping a session would remove, in lines. */
  "drop-plan": { ask: { readonly session: string }; gives: readonly string[] };
  trace: { ask: object; gives: Trace };
  cost: { ask: object; gives: CostSeen };
  "cost-of-all": { ask: object; gives: CostSeen };
  /** Both files: the repository's and the person's own. */
  settings: { ask: object; gives: readonly SettingsFile[] };
  /** Who uses which model, and what can be chosen here. */
  models: { ask: object; gives: ModelsHere };
}

interface CostSeen {
  readonly lines: readonly (AttemptLine & { readonly session: string })[];
  readonly budgets: readonly BudgetLeft[];
  readonly damaged: readonly { readonly session: string; readonly damage: string }[];
}

export type NeedKind = keyof Needs;
export type Need = { [K in NeedKind]: { readonly kind: K } & Readonly<Needs[K]["ask"]> }[NeedKind];
export type Gives<K extends NeedKind> = Needs[K]["gives"];

/** Two needs with the same key are read once. */
export function keyOf(need: Need): string {
  return JSON.stringify(need);
}
