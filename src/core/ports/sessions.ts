import type { SessionCard } from "../state/card.ts";
import type { Instant } from "../terms/ids.ts";
import type { Blobs } from "./blobs.ts";
import type { Journal } from "./journal.ts";
import type { Emitted, Signal } from "./signal.ts";

export interface SessionStore {
  /** Ids of all sessions, oldest first. */
  list(): Promise<readonly string[]>;
  /** Makes a session folder under this id, or `id-2`, `id-3` … when it is taken. */
  create(id: string): Promise<string>;
  open(id: string): Promise<SessionFiles>;
  /** How a session stands, from the card beside its log; the log is read only when the card is older. */
  card(id: string): Promise<SessionCard>;
  /** Looks at every line of a session's log, also of a damaged one. */
  check(id: string): Promise<LogCheck>;
}

/** What `doctor` says about a log. Torn and losing lines are harmless, and so is a batch that was left unfinished. */
export interface LogCheck {
  readonly lines: number;
  readonly counted: number;
  readonly torn: number;
  readonly losing: number;
  /** Facts of types that this version does not know. */
  readonly unknown: number;
  /** Facts that do not say what their type should. */
  readonly invalid: readonly { readonly line: number; readonly seq: number; readonly reason: string }[];
  /** The log cannot be read beyond this line. */
  readonly damage?: { readonly line: number; readonly reason: string };
}

export interface SessionFiles {
  readonly id: string;
  readonly folder: string;
  readonly journal: Journal;
  readonly blobs: Blobs;
  /** Writes a file beside the log for people to read, whole or not at all, and gives its path. It is never read back. */
  writeView(name: string, text: string): Promise<string>;
  /** Touches the heartbeat file until the signal aborts. */
  beat(signal: AbortSignal): void;
  /** How long ago the heartbeat was touched; undefined: never. */
  lastBeatMs(now: Instant): Promise<number | undefined>;
  /** Carries the runner's signals to all who follow them, in this process and in others, until closed. */
  serveSignals(): Promise<SignalServer>;
  /**
   * Tells the signals of the runner, wherever it runs, until the signal aborts. Those of this process come at once, inside
   * `emit`; the others are lossy and reconnect by themselves.
   */
  followSignals(signal: AbortSignal, tell: (emitted: Emitted) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SignalServer {
  emit(signal: Signal): void;
  close(): Promise<void>;
}
