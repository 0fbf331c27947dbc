import type { TypedLine } from "../../line/line-editor.ts";
import type { At } from "../../screen/screen.ts";
import type { InboxEntry } from "./inbox-rows.ts";

/** What the Inbox remembers. */
export interface InboxModel {
  /** The session and the id of the item, so that another one's end does not move the choice. Empty: the first one. */
  readonly chosen: string;
  /** Where the choice was, for when the item has gone. */
  readonly place: number;
  /** Which of its ways to settle it. */
  readonly offer: number;
  /** The first row of the item that is seen. */
  readonly top: number;
  /** Words that the person types, and the item as it was shown when they began. */
  readonly typing?: { readonly line: TypedLine; readonly about: InboxEntry };
}

export const none: InboxModel = { chosen: "", place: 0, offer: 0, top: 0 };

export function entriesAt(at: At): readonly InboxEntry[] {
  const seen = at.read({ kind: "inbox" });
  return seen.kind === "there" ? seen.value.entries : [];
}

export function nameOf({ session, item }: InboxEntry): string {
  return `${session}/${item.id}`;
}

/** The chosen item; the one in its place, if it has gone. */
export function placeIn({ chosen, place }: InboxModel, entries: readonly InboxEntry[]): number {
  const found = entries.findIndex((entry) => nameOf(entry) === chosen);
  return found >= 0 ? found : Math.max(0, Math.min(place, entries.length - 1));
}

export function chosenAt(model: InboxModel, at: At): InboxEntry | undefined {
  const entries = entriesAt(at);
  return entries[placeIn(model, entries)];
}

/** Of another item than the chosen one, the first way is marked. An item may have fewer ways by now. */
export function offerOf(model: InboxModel, entry: InboxEntry): number {
  return isChosen(model, entry) ? Math.max(0, Math.min(model.offer, entry.item.offers.length - 1)) : 0;
}

/** Whether the person has chosen this one, not another that has gone since. */
export function isChosen({ chosen }: InboxModel, entry: InboxEntry): boolean {
  return chosen === nameOf(entry) || chosen === "";
}
