import { Fault } from "../../core/fault.ts";
import type { Appending, Build, Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";

/** Appends what a person says. The append itself checks it, so that two terminals cannot both win. */
export async function tell(journal: Journal, build: Build): Promise<Appending> {
  const appended = await journal.append(build);
  if (appended.kind === "refused") throw new Fault("refused", appended.why);
  return appended;
}

/** Why nothing more can be said to a session, and what can be done instead. Undefined: it is not over. */
export function whyOver({ session }: State): string | undefined {
  if (!session.ending) return undefined;
  const isShipped = (session.shipments ?? []).length > 0;
  const undo = isShipped ? ". To take back what was shipped last first: huddle ship --undo" : "";
  return `This session is over. To go on with it: huddle reopen <session>${undo}. To start another: huddle new`;
}
