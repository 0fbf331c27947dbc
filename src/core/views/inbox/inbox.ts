import { decide } from "../../decide/decide.ts";
import type { Wait, WaitKind } from "../../decide/waits/wait.ts";
import type { State } from "../../state/state.ts";
import type { Blob, Instant, WaitId } from "../../terms/ids.ts";
import { type Escalation, escalationOf } from "../escalations/escalation.ts";
import { firstWait } from "../escalations/first-wait.ts";
import type { PlanGraph } from "../plan/plan-graph.ts";
import { commandOf, type Offer } from "./wait-words.ts";
import { wordsOf } from "./words-of.ts";

/** One thing that waits for the person, in plain words. */
export interface InboxItem {
  readonly id: string;
  readonly kind: WaitKind;
  /** Seq of the event that started the wait. */
  readonly since: number;
  /** The same for all kinds: where it comes from, what was tried, what is needed. */
  readonly escalation: Escalation;
  /** One line: who wants what. */
  readonly title: string;
  /** When it ends by itself. A face adds it to the title, as the person's clock shows it. */
  readonly until?: Instant;
  /** What it is about, in full; may have many lines. Empty when the title says it all. */
  readonly text: string;
  /** The side file that belongs below the text: what would be done, in full. */
  readonly shown?: Blob;
  /** Of an approval: the hash of exactly what a yes allows. */
  readonly approves?: string;
  /** The graph of a plan, to be drawn below its text. */
  readonly plan?: PlanGraph;
  readonly options: readonly string[];
  /** The possible answers, as data. */
  readonly offers: readonly Offer[];
  /** The command lines of these offers. */
  readonly answers: readonly string[];
  /** Of all that waits in its session, this is worth doing first. */
  readonly first?: true;
}

/** Everything that waits for the person, oldest first. */
export function inboxOf(state: State, now: Instant): readonly InboxItem[] {
  const { waits } = decide(state, now);
  const first = firstWait(state, waits);
  return waits.map((wait) => ({ ...itemOf(state, wait), ...(wait === first && { first: true as const }) }));
}

export function itemOf(state: State, wait: Wait): InboxItem {
  const { id, kind, since } = wait;
  const { title, until, text, shown, plan, offers } = wordsOf(wait);
  const graph = plan?.(state);
  return {
    id,
    kind,
    since,
    escalation: escalationOf(state, wait, title),
    title,
    ...(until !== undefined && { until }),
    text: text(state),
    ...(shown !== undefined && { shown }),
    ...(wait.kind === "approval" && { approves: wait.hash }),
    ...(graph && { plan: graph }),
    options: wait.kind === "question" ? wait.options : [],
    offers,
    answers: offers.map((offer) => commandOf(id, offer)),
  };
}

/** Whether both would show a person the same: then a yes to one is a yes to the other. */
export function showsTheSame(one: InboxItem, other: InboxItem): boolean {
  return markOf(one) === markOf(other);
}

/** What a side file adds to the text is named by its hash. */
function markOf({ shown, text, first: _, ...item }: InboxItem): string {
  return JSON.stringify(shown === undefined ? { ...item, text } : { ...item, shown });
}

/** Why an item cannot be answered. `head`: the newest event; the number in an id is that of the event it began with. */
export function missingItem(id: WaitId, head: number, open: readonly WaitId[]): string {
  const began = Number(/^[a-z](\d+)$/.exec(id)?.[1] ?? Number.POSITIVE_INFINITY);
  const rest = open.length === 0 ? "Nothing else waits for you." : `Open: ${open.join(", ")}.`;
  return began <= head
    ? `${id} no longer waits for you: it was answered, or something else settled it. ${rest} See: huddle show`
    : `There is no item ${id} in the inbox. ${open.length === 0 ? "Nothing waits for you." : rest}`;
}
