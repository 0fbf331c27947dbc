import type { Session } from "../state/session.ts";
import type { Instant } from "../terms/ids.ts";
import type { Phase } from "../terms/phase.ts";
import type { ProcessName } from "./processes.ts";

/** What a list of sessions shows about one of them. The card is stored beside the log, so a list reads no log. */
export interface SessionCard {
  /** False while its first event is missing: a process was killed after it had made the folder. */
  readonly opened: boolean;
  readonly kind: Session["kind"];
  readonly title: string;
  readonly openedAt: Instant;
  /** When something last happened. */
  readonly lastAt: Instant;
  readonly events: number;
  readonly turns: number;
  readonly phase?: Phase;
  /** Built without a talk before it. */
  readonly small?: true;
  /** Left out: nothing is planned. Tasks that were cancelled or split do not count. */
  readonly tasks?: { readonly done: number; readonly all: number };
  /** Why it is over. */
  readonly over?: string;
  readonly waits: readonly { readonly id: string; readonly kind: string; readonly since: number }[];
  /** When something goes on by itself. If the clock was set back since, that is one more wait. */
  readonly wakeAt?: Instant;
  readonly spent: { readonly requests: number; readonly tokens: number; readonly micros: number };
  /** The process that ran it last, unless that has stopped. */
  readonly runner?: ProcessName;
  /** The grooming that its brief comes from. */
  readonly from?: string;
  /** A brief was written and accepted. */
  readonly hasBrief: boolean;
  /** Iterations that were started from it. */
  readonly promoted: readonly string[];
}
