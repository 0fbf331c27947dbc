import type { Instant } from "../terms/ids.ts";
import type { Check } from "../terms/policy.ts";
import type { Files, Worktree } from "./files.ts";

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

/**
 * The repository and the places where work happens. The only way from the core to git and to processes. Worktrees go by
 * their name in the folder of the session, never by a path: names stand in facts, and a session can be moved.
 */
export interface Workspace {
  /** Resolves a branch, tag or commit to a commit id. */
  resolve(ref: string): Promise<string | undefined>;
  /** Makes a worktree at a new folder, detached at `commit`, with the files of `tree` when that differs. Its name. */
  addWorktree(name: string, commit: string, tree: string | undefined, signal: AbortSignal): Promise<string>;
  /** Opens a standing worktree for tools; the signal ends searches in it. Undefined: it is not there. */
  worktree(worktree: string, signal: AbortSignal): Promise<Worktree | undefined>;
  /** The files of a commit, without a checkout. Opening asks git nothing; of a commit that is gone all is denied. */
  tree(commit: string, signal: AbortSignal): Files;
  /** Writes what the worktree holds as a tree, with a private index beside it. `.gitignore` holds. */
  writeTree(worktree: string, base: string): Promise<string>;
  treeOf(commit: string): Promise<string>;
  commitTree(input: CommitInput): Promise<string>;
  /** Compare-and-set of a ref; `was` null: it must not exist. Already at `to`: done. */
  moveRef(ref: string, to: string, was: string | null): Promise<"moved" | "differs">;
  merge(ours: string, theirs: string): Promise<MergeResult>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  /** Unified diff between two commits. */
  diff(from: string, to: string): Promise<string>;
  /** The name of a worktree of this runner alone, at exactly this commit, ready for checks. */
  checkout(name: string, commit: string, signal: AbortSignal): Promise<string>;
  runChecks(
    worktree: string,
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
