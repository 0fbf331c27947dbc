import type { HeldByName } from "../permits/held.ts";
import type { Kept } from "../permits/kept.ts";
import type { Instant } from "../terms/ids.ts";
import type { Check, Setup } from "../terms/policy.ts";
import type { CheckRun } from "./check-run.ts";
import type { Changed, CommandRun, SandboxState } from "./commands.ts";
import type { Denied, FileRead, Files, Worktree } from "./files.ts";
import type { Printed } from "./signal.ts";

export interface MergeResult {
  readonly tree: string;
  /** Conflicted paths; empty after a clean merge. With conflicts, the tree holds conflict markers. */
  readonly conflicts: readonly string[];
}

export interface CommitInput {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  /** From the intent, so that repeating it gives the same id. */
  readonly when: Instant;
}

export interface InsideCommand {
  readonly command: string;
  readonly timeoutMs: number;
  /** What it depends on is what this made. */
  readonly setup?: Setup | null | undefined;
}

/** How checks run, and what they find made. */
export interface CheckingHow {
  readonly timeoutMs: number;
  readonly setup?: Setup | null | undefined;
}

/** Checks on a base commit: everything that decides what they say. */
export interface BaselineRun extends CheckingHow {
  readonly commit: string;
  readonly checks: readonly Check[];
}

/** What all of them said, and when: in a session, or when a person tried them. */
export interface KeptBaseline {
  readonly session?: string;
  readonly at: Instant;
  readonly runs: readonly CheckRun[];
}

/** The content for which set-up runs: a commit, or a tree with other files. */
export interface SetUpAt {
  readonly commit: string;
  readonly tree?: string;
  readonly timeoutMs: number;
}

/** A file that no commit holds, because a rule ignores it, such as `.gitignore:3: lib/`. */
export interface LeftOut {
  readonly path: string;
  readonly rule: string;
}

/** A file in git before and after; `null` mode: there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The object with its new content, and its size in bytes. */
  readonly object: string;
  readonly bytes: number;
}

/** Something that a commit needs and this machine does not have, in words for a person. */
export interface Lacking {
  readonly topic: "submodules" | "filters";
  /** No worktree can be made without it. */
  readonly stops: boolean;
  readonly text: string;
}

/**
 * Git as the person set it up: with their hooks, their signature and their remotes. Nothing else of Huddle runs it, and
 * only what they ship goes through it. Each throws a Fault with git's own words when it refuses.
 */
export interface TheirGit {
  /** Has their `commit-msg` hook look at a message. Returns the message as the hook leaves it. */
  passMessage(message: string): Promise<string>;
  /** Like `commitTree`, signed if they sign their commits; a signature differs each time. */
  commit(input: CommitInput): Promise<string>;
  /** First lines of their own newest commits, and what a message begins with where they set `commit.template`. */
  customs(commit: string): Promise<{ readonly subjects: readonly string[]; readonly template: string }>;
  /** Pushes a commit as a branch, through their `pre-push` hook. Pushing it again changes nothing. */
  push(remote: string, commit: string, branch: string): Promise<void>;
  /** Where pull requests can be opened from here: a remote, and the program for it if it is installed. */
  host(): Promise<{ readonly remote?: string; readonly program?: string }>;
  /** Opens a pull request for a pushed branch, or finds the one that is open. Returns its address. */
  openRequest(program: string, request: PullRequest): Promise<string>;
  /** Why a patch cannot be written there. Undefined: it can. */
  refusesPatch(file: string): Promise<string | undefined>;
  /** Writes commits as a file for `git am`. Writing the same again changes nothing; any other file stays. */
  writePatch(file: string, range: { readonly from: string; readonly to: string }): Promise<void>;
}

export interface PullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** What a session has in git and on the disk. */
export interface Leftovers {
  readonly branches: readonly {
    readonly name: string;
    readonly commit: string;
    readonly checkedOutAt?: string;
  }[];
  /** How many refs keep its objects from `git gc`. */
  readonly held: number;
  /** Those of them that taking back a shipping needs. */
  readonly forUndo: number;
  readonly folders: readonly string[];
}

/**
 * The repository and the places where work happens: the core's only way to git and to processes. A worktree is known by
 * its name in the session's folder, never by a path: facts hold the name, and a session can be moved.
 */
export interface Workspace {
  /**
   * The same workspace, which also tells what its commands and checks print, as they print it. `ended` ends what it has
   * git do, wherever git is: for a step that nothing is heard of.
   */
  telling(tell: (printed: Printed) => void, ended?: AbortSignal): Workspace;
  /** Resolves a branch, tag or commit to a commit id. */
  resolve(ref: string): Promise<string | undefined>;
  /**
   * Makes a worktree in a new folder, detached at `commit`, with the files of `tree` if that differs. Returns its name.
   */
  addWorktree(name: string, commit: string, tree: string | undefined, signal: AbortSignal): Promise<string>;
  /** Opens a standing worktree for tools; the signal ends searches in it. Undefined if it does not exist. */
  worktree(worktree: string, signal: AbortSignal): Promise<Worktree | undefined>;
  /** Where a standing worktree is on the disk, for a person. Undefined if it does not exist. */
  placeOf(worktree: string): Promise<string | undefined>;
  /**
   * The files of a commit, without a checkout. Opening does not ask git; if the commit is gone, every read is denied.
   */
  tree(commit: string, signal: AbortSignal): Files;
  /** What `tree(commit).readText` says to each of these paths, in their order, and at once. */
  texts(commit: string, paths: readonly string[], signal: AbortSignal): Promise<readonly FileRead[]>;
  /**
   * Writes the content of the worktree as a tree, with a private index beside it. Respects `.gitignore`. What members
   * may not change is in it as in `base`: what is never written, what `held` names, and content that no commit may hold.
   */
  writeTree(worktree: string, base: string, held?: HeldByName): Promise<string>;
  /** Those of these paths that `writeTree` leaves out. Paths without a file are not named. */
  leftOut(worktree: string, base: string, paths: readonly string[]): Promise<readonly LeftOut[]>;
  treeOf(commit: string): Promise<string>;
  /** The tree of a commit, with these files as they are in another one. */
  treeWith(commit: string, from: string, paths: readonly string[]): Promise<string>;
  commitTree(input: CommitInput): Promise<string>;
  /** Compare-and-set of a ref; `was` null: it must not exist. A ref that is already at `to` counts as moved. */
  moveRef(ref: string, to: string, was: string | null): Promise<"moved" | "differs">;
  /**
   * Keeps an object and all it needs from `git gc`, by a ref of Huddle's own. False if it is gone. With `since`, a commit
   * that is held, everything beyond that commit is looked for as well.
   */
  hold(ref: string, object: string, since?: string): Promise<boolean>;
  /** Holds what is not held yet, by ref. What is gone stays unheld. */
  holdAll(objects: Readonly<Record<string, string>>): Promise<void>;
  /** Removes all refs of Huddle's own below these: all of them, or none. */
  release(...prefixes: readonly string[]): Promise<void>;
  /**
   * Removes a lock file that a killed git left behind, if it is still the file that the mark describes. Throws a Fault
   * while a git command is at work here that could hold it.
   */
  removeLock(path: string, mark: string): Promise<void>;
  merge(ours: string, theirs: string): Promise<MergeResult>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  /** Unified diff between two commits. */
  diff(from: string, to: string): Promise<string>;
  /** The name of a worktree that only this runner uses, at exactly this commit, ready for checks. */
  checkout(name: string, commit: string, signal: AbortSignal): Promise<string>;
  runChecks(
    worktree: string,
    checks: readonly Check[],
    how: CheckingHow,
    signal: AbortSignal,
  ): Promise<readonly CheckRun[]>;
  /**
   * What these checks said of this commit in an earlier session, where everything passed and nothing that decides it has
   * changed. Undefined: they have to run.
   */
  keptBaseline(worktree: string, run: BaselineRun): Promise<KeptBaseline | undefined>;
  /** Keeps it for later sessions, where no command can write; does nothing where that cannot be promised. */
  keepBaseline(worktree: string, run: BaselineRun, said: KeptBaseline): Promise<void>;
  /**
   * Makes what the worktree depends on, unless it is there: once for each state of its lock files, in a clean checkout.
   * Undefined: there was nothing to do. Killed, it is done again.
   */
  setUp(worktree: string, setup: Setup, at: SetUpAt, signal: AbortSignal): Promise<CheckRun | undefined>;
  /** What set-up makes in a worktree as it is, as far as that is known. */
  kept(worktree: string, setup: Setup): Promise<Kept>;
  /**
   * Writes the lock files of a worktree anew, in a throw-away checkout, and takes nothing else over from there. Undefined:
   * the project does not say how.
   */
  updateLocks(
    worktree: string,
    setup: Setup,
    at: SetUpAt,
    signal: AbortSignal,
  ): Promise<CheckRun | undefined>;
  /** What keeps a member's commands inside its worktree, found once for each runner. */
  sandbox(): Promise<SandboxState>;
  /** Runs a shell command in the sandbox. When this settles, none of its processes is running. Without a sandbox: denied. */
  runCommand(worktree: string, command: InsideCommand, signal: AbortSignal): Promise<CommandRun | Denied>;
  /** The content of the worktree, and what differs from `since`, a commit or a tree. */
  changedSince(worktree: string, base: string, since: string, held?: HeldByName): Promise<Changed>;
  /** The files in which two commits or trees differ. */
  changes(from: string, to: string): Promise<readonly FileChange[]>;
  /** The versions of the programs that checks start, such as `node v22.1.0`, as far as they are known. */
  versions(checks: readonly Check[]): Promise<readonly string[]>;
  /** Where a branch is checked out, whether that checkout is clean, and a git operation `under` way there. Undefined if it is not checked out. */
  checkedOut(
    branch: string,
  ): Promise<{ readonly path: string; readonly clean: boolean; readonly under?: string } | undefined>;
  /** Git as the person set it up, for what they ship. */
  readonly theirs: TheirGit;
  /** The commits between two, without merges' second sides: newest first, each with its parents. */
  firstParents(
    from: string,
    to: string,
  ): Promise<readonly { readonly commit: string; readonly parents: number }[]>;
  /** First lines of the newest commits between two that changed these paths. */
  subjects(from: string, to: string, paths: readonly string[]): Promise<readonly string[]>;
  /** Moves a branch that is checked out at `path` back, with its files. Refuses where that would lose a change. */
  moveBack(path: string, commit: string): Promise<void>;
  /** Deletes a branch that is still at this commit. */
  deleteRef(ref: string, was: string): Promise<"deleted" | "differs">;
  /** A real fast-forward of a branch that is checked out at `path`. */
  fastForward(path: string, commit: string): Promise<void>;
  /**
   * Cleans up after a dead runner: ends its processes now, and removes its folders once nothing needs them. Leaves what
   * belongs to another repository, and folders with a fence that is not one of `fences`.
   */
  sweep(keep: readonly string[], fences?: readonly number[]): Promise<void>;
  /** Removes a worktree that no step needs any more. One that cannot be removed now is left to `sweep`. */
  discard(worktree: string): Promise<void>;
  /** Removes all folders of this session, because it is over. Folders that cannot be removed stay. */
  clear(fences?: readonly number[]): Promise<void>;
}
