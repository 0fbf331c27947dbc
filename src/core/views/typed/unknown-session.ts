import { Fault } from "../../fault.ts";
import { meantWords } from "./nearest.ts";

/** Somebody named a session that is not there. `ids`: all sessions, oldest first. */
export function unknownSession(wanted: string, ids: readonly string[]): Fault {
  const newest = ids.slice(-8).toReversed().join(", ");
  const more = ids.length > 8 ? `, and ${ids.length - 8} older (huddle sessions)` : "";
  const there = newest === "" ? "There is none yet: huddle new makes one." : `There are: ${newest}${more}.`;
  return new Fault("session.missing", `There is no session ${wanted}.${meantWords(wanted, ids)} ${there}`);
}
