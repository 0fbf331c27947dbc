import type { SandboxFound } from "../facts/command-schema.ts";
import type { Held } from "../permits/held.ts";
import type { CallId } from "../terms/ids.ts";
import type { SandboxKind } from "../terms/sandbox.ts";
import type { CheckRun } from "./check-run.ts";
import type { Denied } from "./files.ts";

/** Whether members can run commands on this machine. `why` and `remedy` are for a person. */
export type SandboxState =
  | ({ readonly state: "ready" } & SandboxFound)
  /** A person wants none: checks run all the same. */
  | { readonly state: "off"; readonly why: string }
  /** There should be one, so nothing is run. */
  | { readonly state: "missing"; readonly why: string; readonly remedy: string };

/** What ended a command before it ended by itself. */
export type Limit = "time" | "memory" | "processes" | "disk";

/** A command that has ended. */
export interface CommandRun {
  /** null: ended by a signal or a limit. */
  readonly exit: number | null;
  readonly ms: number;
  /** What it printed, without keys and control characters; of very much, the start and the end. */
  readonly output: string;
  readonly over?: Limit;
  readonly sandbox: SandboxKind;
  /** What the sandbox did to it, and the setting, for its author. */
  readonly blocked?: string;
}

/** The content of a worktree, as a tree of git, and the paths that differ. What git ignores is in neither. */
export interface Changed {
  readonly tree: string;
  readonly changed: readonly string[];
  /** Those of them that were not there before, and those that are gone. */
  readonly added?: readonly string[];
  readonly deleted?: readonly string[];
  /** Paths that no commit may hold like this. The tree has them as before. */
  readonly held?: readonly Held[];
  /** Those of them that were not held like this before. Left out: all of them. */
  readonly heldAnew?: readonly Held[];
  /** Paths among those that changed which a person has to approve before they are committed. */
  readonly asks?: readonly string[];
  /** Why the worktree cannot be committed as it is, for its author. */
  readonly problem?: string;
}

/** What came before a command. */
export interface Prepared {
  /** Set-up, if it had to run. */
  readonly setUp?: CheckRun;
}

/** Checks that an author ran. They are no evidence. */
export interface ChecksRun extends Changed {
  readonly runs: readonly CheckRun[];
  readonly ms: number;
}

/** The commands of a task's author, in the author's worktree. */
export interface Commands {
  /** Denied: there is nothing here that would keep it inside the worktree. */
  run(command: string, timeoutMs: number): Promise<(CommandRun & Changed & Prepared) | Denied>;
  /** The session's checks, on the worktree as it stands. `names`: only these. */
  check(names: readonly string[]): Promise<ChecksRun | Denied>;
  /** Runs set-up again, after the author changed what the project depends on. */
  install(): Promise<ChecksRun | Denied>;
  /** What is changed against the task's base. */
  changes(): Promise<Changed>;
  /** Everything that an earlier call in this conversation printed. */
  printed(call: CallId): Promise<string | undefined>;
  /** The same, and this signal ends them, too. */
  until(signal: AbortSignal): Commands;
}
