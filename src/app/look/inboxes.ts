import { Fault, unreadableLog } from "../../core/fault.ts";
import type { SessionCard } from "../../core/ports/session-card.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Estimate } from "../../core/views/cost/estimate.ts";
import type { SizeEstimate } from "../../core/views/cost/size-estimate.ts";
import { type InboxItem, inboxOf, missingItem } from "../../core/views/inbox/inbox.ts";
import { unknownSession } from "../../core/views/typed/unknown-session.ts";
import type { Project } from "../project.ts";
import { estimateFor, sizeEstimateFor } from "./estimate.ts";
import { withShown } from "./shown.ts";

export interface Inbox {
  readonly session: string;
  readonly title: string;
  /** How many events its log holds. */
  readonly events: number;
  readonly items: readonly InboxItem[];
  /** An estimate of the remaining work, if the caller wants one and a plan waits. */
  readonly estimate?: Estimate;
  /** An estimate with and without a talk, if the caller wants one and the person is asked to choose. */
  readonly sizeEstimate?: SizeEstimate;
  /** Why this session cannot be read. The others still can. */
  readonly damage?: string;
}

/** What waits for the person in every session that is not over, oldest session first. */
export async function inboxesOf(
  project: Project,
  only?: string,
  { estimating = false } = {},
): Promise<readonly Inbox[]> {
  const ids = await project.sessions.list();
  if (only !== undefined && !ids.includes(only)) throw unknownSession(only, ids);
  const inboxes: Inbox[] = [];
  for (const id of only === undefined ? ids : [only])
    inboxes.push(...(await inboxOfSession(project, id, estimating)));
  return inboxes;
}

async function inboxOfSession(project: Project, id: string, estimating: boolean): Promise<readonly Inbox[]> {
  const card = await cardOrDamage(project, id);
  if ("damage" in card) return [{ session: id, title: "", events: 0, items: [], damage: card.damage }];
  if (!card.opened || card.over !== undefined) return [];
  if (card.waits.length === 0 && card.wakeAt === undefined)
    return [{ session: id, title: card.title, events: card.events, items: [] }];
  const files = await project.sessions.open(id);
  try {
    const state = files.journal.state();
    const items = await withShown(files.blobs, inboxOf(state, project.clock.now()));
    const estimate = estimating ? await estimateFor(project, files) : undefined;
    const sizeEstimate = estimating ? await sizeEstimateFor(project, files) : undefined;
    const estimates = { ...(estimate && { estimate }), ...(sizeEstimate && { sizeEstimate }) };
    return [{ session: id, title: state.session.title, events: state.head, items, ...estimates }];
  } finally {
    await files.close();
  }
}

async function cardOrDamage(
  project: Project,
  id: string,
): Promise<SessionCard | { readonly damage: string }> {
  try {
    return await project.sessions.card(id);
  } catch (error) {
    const damage = unreadableLog(error);
    if (damage === undefined) throw error;
    return { damage };
  }
}

/** The session whose inbox holds this item. Ids are short, so two sessions may hold the same one. */
export async function sessionOfItem(project: Project, item: string, wanted?: string): Promise<SessionFiles> {
  const inboxes = await inboxesOf(project, wanted);
  const holding = inboxes.filter((inbox) => inbox.items.some((one) => one.id === item));
  const [first, second] = holding;
  if (first && second)
    throw new Fault(
      "usage",
      `Several sessions have an item ${item}. Say which: ${holding.map((one) => `--session ${one.session}`).join(" or ")}`,
    );
  if (first) return project.sessions.open(first.session);
  const open = inboxes.flatMap((inbox) => inbox.items.map((one) => one.id));
  const head = Math.max(0, ...inboxes.map((inbox) => inbox.events));
  throw new Fault("nothing.open", missingItem(item, head, open));
}
