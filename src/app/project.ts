import type { Trials } from "../core/ports/check-run.ts";
import type { Clock, Hash } from "../core/ports/clock.ts";
import type { SandboxState } from "../core/ports/commands.ts";
import type { Processes } from "../core/ports/processes.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import type { Team } from "../core/ports/team.ts";
import type { Lacking, Leftovers, Workspace } from "../core/ports/workspace.ts";
import type { Price } from "../core/terms/money.ts";
import type { CanUseTools, Permit } from "../core/terms/policy.ts";
import type { PromptSet } from "../core/terms/prompt-files.ts";
import type { Redaction } from "../core/text/redaction.ts";

/** A repository that Huddle works in, with every port to the outside. Made in the composition root. */
export interface Project {
  /** Top folder of the person's checkout. */
  readonly root: string;
  /** The branch that is checked out there. Undefined: the head is detached. */
  readonly branch: string | undefined;
  readonly sessions: SessionStore;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly hash: Hash;
  /** Hides the keys in use. */
  readonly redaction: Redaction;
  readonly prompts: Prompts;
  /** All prompt files, and the faults in the project's own. */
  readonly promptFiles: () => Promise<PromptSet>;
  /** Reads the files. Throws a Fault when one of them is not valid. */
  readTeam(): Promise<Team>;
  /** What the person trusts this repository to execute. */
  readonly trust: Trust;
  readonly permits: Permits;
  readonly trials: Trials;
  /** The price of a model, if it is known. */
  readonly price: (model: string) => Price | undefined;
  /** Whether a model can use tools, if that has been checked. */
  readonly canUseTools: CanUseTools;
  /**
   * Throws a Fault with the way out if git cannot make the branches of a new session of this name, or if something is
   * left of an earlier one. Without a name: if no session could have branches here.
   */
  assertFree(session?: string): Promise<void>;
  /** Keeps the commit that a session starts from, until the session is over. */
  holdBase(session: string, commit: string): Promise<void>;
  /** Whether a commit has a folder at this path. */
  hasFolder(commit: string, path: string): Promise<boolean>;
  /** What this commit needs and this machine does not have: submodules, filters. */
  lacking(commit: string): Promise<readonly Lacking[]>;
  /** What a session has in git and on the disk. Changes nothing. */
  leftovers(session: string): Promise<Leftovers>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** What keeps engineers' commands inside their worktrees on this machine. Looked for once. */
  sandbox(): Promise<SandboxState>;
  /** The session's worktrees and git, for the runner with this fence. `isScripted`: its checks need no sandbox. */
  openWorkspace(session: string, fence: number, isScripted?: boolean): Workspace;
}

/** Kept in the person's own folder, where no repository can write. */
export interface Trust {
  /** The hashes of all that was trusted here. Throws a Fault when the file is damaged: then nothing is trusted. */
  hashes(): Promise<readonly string[]>;
  give(hash: string): Promise<void>;
}

/** What the person lets happen in this repository without being asked. Kept beside the trust. */
export interface Permits {
  all(): Promise<readonly Permit[]>;
  keep(permit: Permit): Promise<void>;
  revoke(permit: Permit): Promise<void>;
}
