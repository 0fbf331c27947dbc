import type { SandboxKind } from "../../core/terms/sandbox.ts";

/** Where a command runs. All are real paths of this machine. */
export interface Place {
  readonly worktree: string;
  /** The git folder that all worktrees of the repository share. */
  readonly commonDir: string;
  /** A private folder for temporary files, gone after the call. It becomes /tmp inside. */
  readonly temporary: string;
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
  enter(place: Place): Promise<Inside>;
}

export type FoundSandbox =
  | { readonly kind: "ready"; readonly sandbox: Sandbox }
  /** `why` in a line for a person; `remedy`: what to type or to set. */
  | { readonly kind: "missing"; readonly why: string; readonly remedy: string };
