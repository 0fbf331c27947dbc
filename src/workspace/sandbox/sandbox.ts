import { join } from "node:path";
import type { SandboxKind } from "../../core/terms/sandbox.ts";
import type { Dependencies } from "./mounts/dependency-mounts.ts";

/** Where a command runs. All are real paths of this machine. */
export interface Place {
  readonly worktree: string;
  /** The git folder that all worktrees of the repository share. */
  readonly commonDir: string;
  /** A private folder for temporary files, gone after the call. It becomes /tmp inside. */
  readonly temporary: string;
  /** For what its programs keep for the next time. Left out: nothing lasts. */
  readonly cache?: string;
  /** What set-up made for it. */
  readonly dependencies?: Dependencies;
  /** The most processes and threads at once, where the system can count those of one command. */
  readonly processes?: number;
  /** What it can reach; its sockets lie in `networkOf(temporary)`. Left out: nothing. */
  readonly network?: { readonly ports: readonly number[]; readonly proxy?: number };
}

/** Where the sockets lie that lead a command to what it can reach. */
export function networkOf(temporary: string): string {
  return join(temporary, ".huddle", "net");
}

/** How a command is started inside. */
export interface Inside {
  /** The words that stand before it. */
  readonly start: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The worktree as the command sees it. */
  readonly worktree: string;
}

/** How a command of a member runs inside its own worktree and nowhere else. */
export interface Sandbox {
  readonly kind: Exclude<SandboxKind, "none">;
  readonly version?: string;
  /** What it does not hold on this machine, in words. */
  readonly weaker: readonly string[];
  /** Every worktree is at the same path inside, and dependencies can be shown there. */
  readonly canShow: boolean;
  enter(place: Place): Promise<Inside>;
}

export type FoundSandbox =
  | { readonly kind: "ready"; readonly sandbox: Sandbox }
  /** A person wants none: checks run without, and members get no commands. */
  | { readonly kind: "off"; readonly why: string }
  /** `why` in a line for a person; `remedy`: what to type or to set. */
  | { readonly kind: "missing"; readonly why: string; readonly remedy: string };
