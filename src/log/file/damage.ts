import { basename, dirname } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Parsed } from "./line.ts";

/** Where the chain ends although the file goes on. */
export interface Break {
  readonly why: "foreign" | "stray";
  readonly line: number;
  readonly seq?: number;
  readonly hash: string;
  /** The last line that continued. */
  readonly after: { readonly seq: number; readonly line: number };
  /** Lines after it that cannot be read. */
  readonly unread?: { readonly first: number; readonly last: number };
}

/** The line that was most likely changed, and why it is not accepted. Line 0: the file as a whole. */
export interface Damage {
  readonly line: number;
  readonly reason: string;
}

/** What the lines after a break say about it. */
export class AfterBreak {
  /** Later facts come after it. */
  followed = false;
  /** One of them continues it, so it is as it was written. */
  vouched = false;

  look(at: Break, fact: Parsed): void {
    if (fact === "unreadable" || fact === "foreign") return;
    this.followed ||= fact.seq > (at.seq ?? 0);
    this.vouched ||= fact.prev === at.hash;
  }
}

/** A break shows at a line that continues nothing, but the changed line may be the one before it. */
export function explainBreak(at: Break, { followed, vouched }: AfterBreak): Damage {
  const { line, seq, after, unread } = at;
  if (at.why === "foreign") return { line, reason: "it is JSON, but not an event of a session" };
  if (followed && !vouched) {
    return { line, reason: "it continues nothing before it, and nothing continues it" };
  }
  if (after.seq + 1 === seq) {
    const doubt = vouched ? "names different content" : "does not fit; one of them was changed";
    return { line: after.line, reason: `line ${line}, which was written after it, ${doubt}` };
  }
  if (unread === undefined) {
    return { line, reason: `it is event ${seq}, and the last one before it is event ${after.seq}` };
  }
  const { first, last } = unread;
  const what = first === last ? "it cannot be read" : `lines ${first} to ${last} cannot be read`;
  return { line: first, reason: `${what}, and line ${line} continues what was there` };
}

export function damagedLog(path: string, { line, reason }: Damage): Fault {
  return new Fault(
    "log.damaged",
    `The session log is damaged${line > 0 ? ` at line ${line}` : ""}: ${reason}.\n` +
      `Something other than Huddle changed it, or the disk did: ${path}\n` +
      "Restore the file from a backup. To check all of it, type: huddle doctor\n" +
      landedWork(basename(dirname(path))),
  );
}

function landedWork(session: string): string {
  return `Work that has landed is safe in git: on the branch huddle/${session}/main, or on the branch you shipped to.`;
}
