import type { Blobs } from "../../core/ports/blobs.ts";
import type { Blob } from "../../core/terms/ids.ts";
import { visible } from "../../core/text/visible.ts";
import type { InboxItem } from "../../core/views/inbox/inbox.ts";

/** What a person is asked to say yes to, with nothing hidden. */
export async function shownOf(blobs: Blobs, shown: Blob): Promise<string> {
  return visible(
    (await blobs.get(shown)) ?? "(The file that shows it is gone. Say no, and it is asked again.)",
  );
}

/** The items with what their side files say below their texts. */
export function withShown(blobs: Blobs, items: readonly InboxItem[]): Promise<readonly InboxItem[]> {
  return Promise.all(
    items.map(async (item) => {
      if (item.shown === undefined) return item;
      return { ...item, text: `${item.text}\n${await shownOf(blobs, item.shown)}` };
    }),
  );
}
