import { Fault } from "../../core/fault.ts";
import type { Appending, Build, Journal } from "../../core/ports/journal.ts";

/** Appends what a person says. The append itself checks it, so that two terminals cannot both win. */
export async function tell(journal: Journal, build: Build): Promise<Appending> {
  const appended = await journal.append(build);
  if (appended.kind === "refused") throw new Fault("refused", appended.why);
  return appended;
}

export const over = "This session is over. Start another with: huddle new";
