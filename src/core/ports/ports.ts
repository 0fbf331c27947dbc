import type { ModelFailure } from "../facts/events.ts";
import type { Draft, Fact, Refusal } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { Blob, Instant, StepKey, ThreadId } from "../terms/ids.ts";
import type { Usage } from "../terms/money-schema.ts";
import type { Check } from "../terms/policy.ts";
import type { Request } from "./request.ts";
import type { Signal } from "./signal.ts";

/**
 * Makes the events of one append from the state at the head. May run again when another line won.
 * `undefined` says that it is already so and nothing is to be written.
 */
export type Build = (at: State, first: number) => readonly [Draft, ...Draft[]] | Refusal | undefined;

export type Appending =
  | { readonly kind: "done"; readonly facts: readonly Fact[]; readonly state: State }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "nothing" };

export interface Journal {
  /** What the log said when it was last read by this process. */
  state(): State;
  /** Compare-and-set at the head of the log, also between processes. */
  append(build: Build): Promise<Appending>;
  /** The same journal; its facts carry the step. */
  as(step: StepKey): Journal;
  /** The same journal; its facts carry the fence, and are refused once a later runner has started. */
  fenced(fence: number): Journal;
  /** Counted facts from `from` on, up to the head as it is now. */
  read(from: number): AsyncIterable<Fact>;
  /** Counted facts from `from` on, and then as they come, until the signal aborts. */
  follow(from: number, signal: AbortSignal): AsyncIterable<Fact>;
  /** Resolves as soon as the head is beyond `head`, or when the signal aborts. Sees other processes' facts. */
  moved(head: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Side files, named by the hash of what they hold. */
export interface Blobs {
  /** The same side files, written for this step. */
  as(step: StepKey): Blobs;
  put(text: string): Promise<Blob>;
  /** Undefined when there is none. A blob whose content does not fit its name is a fault. */
  get(blob: Blob): Promise<string | undefined>;
}

export interface SessionStore {
  /** Ids of all sessions, oldest first. */
  list(): Promise<readonly string[]>;
  /** Makes a session folder under this id, or `id-2`, `id-3` … when it is taken. */
  create(id: string): Promise<string>;
  open(id: string): Promise<SessionFiles>;
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
  /** Carries signals to viewers in other processes until closed. Lossy. */
  serveSignals(): Promise<SignalServer>;
  /** Signals of the runner, wherever it runs, until the signal aborts. Lossy; reconnects by itself. */
  signals(signal: AbortSignal): AsyncIterable<Signal>;
  close(): Promise<void>;
}

export interface SignalServer {
  emit(signal: Signal): void;
  close(): Promise<void>;
}

export interface Clock {
  now(): Instant;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export type Hash = (text: string) => string;

/** Who asks: enough for a rehearsal to find its line, and for signals to say whose words these are. */
export interface AskedBy {
  readonly thread: ThreadId;
  readonly ask: number;
  readonly seat: string;
}

export type ModelReply =
  | {
      readonly kind: "replied";
      readonly text: string;
      /** Ids are ours, given when the reply is recorded; what a provider sends is not trusted. */
      readonly calls: readonly { readonly tool: string; readonly input: unknown }[];
      /** "length": cut off at the output limit. "other": anything a provider calls an end that is none of these. */
      readonly finish: "stop" | "tools" | "length" | "other";
      /** Left out: the provider did not say. Unknown is not zero. */
      readonly usage?: Usage;
      /** What the provider wants back verbatim in the same thread, such as thinking and its signatures. */
      readonly opaque?: unknown;
    }
  | {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      readonly text: string;
      /** What the provider asked us to wait, when it said so. */
      readonly retryAfterMs?: number;
      readonly usage?: Usage;
      /** Nothing was charged: the provider never got the request, or turned it away with an error status. */
      readonly unspent?: true;
    };

export interface Model {
  /** One attempt. Fragments go to `emit` while they come. */
  reply(
    request: Request,
    by: AskedBy,
    emit: (signal: Signal) => void,
    signal: AbortSignal,
  ): Promise<ModelReply>;
}

/** Words from files: rules per phase and role, and what the project says about itself. */
export interface Prompts {
  /** An unknown name is a fault. */
  read(name: string): Promise<string>;
  /** Holds values to a schema that a project tightened. What it finds missing is worded for a model; empty: it fits. */
  holdTo(schema: unknown): Promise<(value: unknown) => readonly string[]>;
  /** The project's own instructions to whoever works on its code, as they stood at this commit. */
  instructions(commit: string): Promise<Instructions | undefined>;
}

/** A project's AGENTS.md, else its CLAUDE.md; or why it is not used. */
export type Instructions =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly refused: string };

/** Files as tools see them, in a worktree or in a commit. Paths are relative; every one goes through the guard. */
export interface Files {
  readText(path: string): Promise<FileRead>;
  /** What stands in this folder, in order, one level deep; folders end with a slash. What may not be read is left out. */
  list(folder: string): Promise<readonly string[] | Denied>;
  /** Lines that match an extended regular expression, in the order of paths. What may not be read is not looked at. */
  search(pattern: string, options: SearchOptions): Promise<Found | Denied>;
}

export interface SearchOptions {
  /** A folder or a file; left out: everywhere. */
  readonly folder?: string;
  readonly max: number;
}

export interface Found {
  readonly kind: "found";
  readonly matches: readonly Match[];
  /** There may be more than these. */
  readonly more: boolean;
  /** The pattern is no regular expression, so it was looked for as it stands. */
  readonly literal: boolean;
}

export interface Match {
  readonly path: string;
  readonly line: number;
  /** The line, or what stands around the match where it is long. */
  readonly text: string;
}

export interface Worktree extends Files {
  readonly path: string;
  /** Writes by rename. `undefined` content removes the file. Temporary files stand beside the worktree. */
  write(path: string, content: string | undefined): Promise<Denied | undefined>;
  /** Whether this path may be written; asked before the intent is recorded. */
  mayWrite(path: string): Promise<Denied | undefined>;
}

export type FileRead = { readonly kind: "text"; readonly text: string } | { readonly kind: "none" } | Denied;
/** A refusal worded for the model. */
export interface Denied {
  readonly kind: "denied";
  readonly reason: string;
}

export interface MergeResult {
  readonly tree: string;
  /** Conflicted paths; empty when it merged cleanly. The tree then holds conflict markers. */
  readonly conflicts: readonly string[];
}

export interface CommitInput {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** From the intent, so that doing it again gives the same id. */
  readonly when: Instant;
}

export interface CheckRun {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
  readonly ms: number;
  readonly counts?: { readonly passed: number; readonly failed: number };
  readonly output: string;
}

/** The repository and the places where work happens. The only way from the core to git and to processes. */
export interface Workspace {
  /** The same workspace, working for this step. */
  as(step: StepKey): Workspace;
  /** Folder outside the repository where this session's worktrees live. */
  readonly folder: string;
  /** Resolves a branch, tag or commit to a commit id. */
  resolve(ref: string): Promise<string | undefined>;
  /** Makes a worktree at a new folder, detached at `commit`, with the files of `tree` when that differs. */
  addWorktree(name: string, commit: string, tree: string | undefined, signal: AbortSignal): Promise<string>;
  /** Opens a standing worktree for tools; the signal ends searches in it. Undefined: it is not there. */
  worktree(path: string, signal: AbortSignal): Promise<Worktree | undefined>;
  /** The files of a commit, without a checkout. Opening asks git nothing; of a commit that is gone all is denied. */
  tree(commit: string, signal: AbortSignal): Files;
  /** Writes what the worktree holds as a tree, with a private index beside it. `.gitignore` holds. */
  writeTree(path: string, base: string): Promise<string>;
  treeOf(commit: string): Promise<string>;
  commitTree(input: CommitInput): Promise<string>;
  /** Compare-and-set of a ref; `was` null: it must not exist. Already at `to`: done. */
  moveRef(ref: string, to: string, was: string | null): Promise<"moved" | "differs">;
  merge(ours: string, theirs: string): Promise<MergeResult>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  /** Unified diff between two commits. */
  diff(from: string, to: string): Promise<string>;
  /** A folder of this runner alone, at exactly this commit, ready for checks. */
  checkout(name: string, commit: string, signal: AbortSignal): Promise<string>;
  runChecks(
    path: string,
    checks: readonly Check[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<readonly CheckRun[]>;
  /** Where a branch is checked out, and whether that place is clean. Undefined: nowhere. */
  checkedOut(branch: string): Promise<{ readonly path: string; readonly clean: boolean } | undefined>;
  /** A real fast-forward of a branch that is checked out at `path`. */
  fastForward(path: string, commit: string): Promise<void>;
  /** Ends what a dead runner left behind: its processes now, its folders when nothing needs them. */
  sweep(keep: readonly string[]): Promise<void>;
  /** Removes all folders of this session, because it is over. What cannot be removed stays. */
  clear(): Promise<void>;
}

/** A process as the lease knows it: a pid alone is reused, with its start time it is not. */
export interface ProcessName {
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
}

export interface Processes {
  self(): ProcessName;
  /** "elsewhere": on another host, where nobody can look. */
  life(name: ProcessName): Promise<"alive" | "dead" | "elsewhere">;
  /** Ends it, softly and then for good, and resolves when it is gone. */
  end(name: ProcessName): Promise<void>;
}

/**
 * A place where a kill test may end everything: called before and after each git command, check, temporary write
 * and rename. Does nothing in a normal run.
 */
export type Point = (place: string, step: StepKey | undefined) => Promise<void>;

export const noPoint: Point = async () => {};
