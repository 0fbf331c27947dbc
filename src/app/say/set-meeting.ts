import type { Draft } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { changeMeeting } from "../../core/rules/meeting/change-meeting.ts";
import type { Meeting } from "../../core/terms/phase.ts";
import { tell, whyOver } from "./tell.ts";

/** A person makes the meeting larger or smaller, and tells the team why. Says whether anything changed. */
export async function setMeeting(journal: Journal, to: Meeting, words: string): Promise<boolean> {
  const told = await tell(journal, (at, first) => {
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    const change = changeMeeting(at, { actor: "human", to, why: words || `a ${to} meeting`, first });
    if (!change || "refused" in change) return change;
    const said: Draft = { actor: "human", event: { type: "message.posted", text: words } };
    return words === "" ? change : [...change, said];
  });
  return told.kind === "done";
}
