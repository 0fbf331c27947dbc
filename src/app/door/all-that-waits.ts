import { restLines } from "../../core/views/cost/estimate.ts";
import { sizeEstimateLines } from "../../core/views/cost/size-estimate.ts";
import type { InboxEntry } from "../../core/views/inbox/screen/inbox-rows.ts";
import type { Gives } from "../../core/views/screen/needs.ts";
import { type Inbox, inboxesOf } from "../look/inboxes.ts";
import type { Project } from "../project.ts";

/** Everything that waits for the person, over all sessions, and the sessions whose inbox cannot be read. */
export async function allThatWaits(project: Project): Promise<Gives<"inbox">> {
  const inboxes = await inboxesOf(project, undefined, { estimating: true });
  return {
    entries: inboxes.flatMap(entriesOf),
    damaged: inboxes.flatMap(({ session, damage }) => (damage === undefined ? [] : [{ session, damage }])),
  };
}

function entriesOf({ session, items, estimate, sizeEstimate }: Inbox): readonly InboxEntry[] {
  return items.map((item) => ({
    session,
    item,
    estimate: [
      ...(estimate && item.kind === "accept" ? restLines(estimate) : []),
      ...(sizeEstimate && item.kind === "size" ? sizeEstimateLines(sizeEstimate) : []),
    ],
  }));
}
