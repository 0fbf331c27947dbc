import type { Clock } from "../../core/ports/clock.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import type { LocalTimes } from "../../core/views/rows/layout.ts";
import type { Gives, Need } from "../../core/views/screen/needs.ts";
import type { RunSeen, Seen } from "../../core/views/screen/screen.ts";
import type { Doing } from "../../core/views/screen/want.ts";

/**
 * Everything that the interface reaches outside itself. It is handed in, because the interface is a bundle of its own:
 * what it would import of `app` would be a second copy, with a second `Fault` and second queues. So nothing here throws
 * a Fault. What went wrong comes back as words.
 */
export interface Door {
  readonly clock: Clock;
  readonly times: LocalTimes;
  /** Reads what a screen needs. */
  read<N extends Need>(need: N, session: OpenSession | undefined): Promise<Seen<Gives<N["kind"]>>>;
  /** When what was read may have changed: with the next event of the session, after a moment, or never. */
  changes(need: Need): Changes;
  /** The session that is meant when none is named. */
  meant(): Promise<string | undefined>;
  open(session: string, listener: Listener): Promise<OpenSession | Refused>;
  /** Does something outside the open session, such as a command or an answer for another one. */
  perform(doing: Doing): Promise<Performed>;
}

export type Changes = "with-events" | "in-a-moment" | "never";

export interface Refused {
  readonly kind: "refused";
  readonly why: string;
}

/** `says`: what a command printed. `opens`: the session to show now, and whether its run begins. */
export type Performed =
  | Refused
  | {
      readonly kind: "done";
      readonly says?: string;
      readonly opens?: { readonly session: string; readonly run: boolean };
    };

/** One session, as the interface shows it. */
export interface OpenSession {
  readonly kind: "open";
  readonly id: string;
  /** The branch that is checked out. */
  readonly branch: string | undefined;
  run(): RunSeen;
  perform(doing: Doing): Promise<Performed>;
  /** A run of this process has ended, if there is one. */
  still(): Promise<void>;
  /** Stops watching, and a run of this process with it. */
  close(): Promise<void>;
}

/** How the interface hears of a session. */
export interface Listener {
  tell(item: FeedItem): void;
  /** How it is run has changed. */
  runChanged(): void;
}
