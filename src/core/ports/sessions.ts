import type { Instant } from "../terms/ids.ts";
import type { Blobs } from "./blobs.ts";
import type { Journal } from "./journal.ts";
import type { SessionCard } from "./session-card.ts";
import type { Emitted, Signal } from "./signal.ts";

export interface SessionStore {
  /** Ids of all sessions, oldest first. */
  list(): Promise<readonly string[]>;
  /**
   * Makes a session folder under this id, or `id-2`, `id-3` … if it is taken. `assertFree` throws if a name that has no
   * folder cannot be used all the same; then nothing is made.
   */
  create(id: string, assertFree?: (name: string) => Promise<void>): Promise<string>;
  open(id: string): Promise<SessionFiles>;
  /** The state of a session, from the card beside its log. The log is read only if the card is outdated. */
  card(id: string): Promise<SessionCard>;
  /** The session that a person chose to use, if it is still there. */
  chosen(): Promise<string | undefined>;
  /** Keeps their choice for all checkouts of the repository. Undefined: they use none in particular. */
  choose(id: string | undefined): Promise<void>;
  /** Checks every line of a session's log, even of a damaged one. */
  check(id: string): Promise<LogCheck>;
}

/** What `doctor` says about a log. Torn lines, losing lines and unfinished batches are harmless. */
export interface LogCheck {
  readonly lines: number;
  readonly counted: number;
  readonly torn: number;
  readonly losing: number;
  /** Facts of types that this version does not know. */
  readonly unknown: number;
  /** Facts that do not fit the schema of their type. */
  readonly invalid: readonly { readonly line: number; readonly seq: number; readonly reason: string }[];
  /** The log cannot be read beyond this line. */
  readonly damage?: { readonly line: number; readonly reason: string };
  /** More events than the log holds: a card beside it was made when there were this many, so its end was cut off. */
  readonly eventsOnceKnown?: number;
}

export interface SessionFiles {
  readonly id: string;
  readonly folder: string;
  /** More events than the log held when it was opened: its end was cut off. */
  readonly eventsOnceKnown?: number;
  readonly journal: Journal;
  readonly blobs: Blobs;
  /** Writes a file beside the log for people to read, atomically, and returns its path. Huddle never reads it back. */
  writeView(name: string, text: string): Promise<string>;
  /** Touches the heartbeat file until the signal aborts. `onBeat` hears how much time has passed for this process. */
  beat(signal: AbortSignal, onBeat?: (passedMs: number) => void): void;
  /** Time since the heartbeat was last touched; undefined: never. */
  lastBeatMs(now: Instant): Promise<number | undefined>;
  /** Carries the runner's signals to all followers, in this process and in others, until closed. */
  serveSignals(): Promise<SignalServer>;
  /**
   * Reports the runner's signals, wherever it runs, until the signal aborts. Signals of this process arrive at once,
   * inside `emit`. Those of other processes may be lost, and the connection restores itself.
   */
  followSignals(signal: AbortSignal, tell: (emitted: Emitted) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SignalServer {
  emit(signal: Signal): void;
  close(): Promise<void>;
}
