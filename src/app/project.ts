import type { Clock, Hash } from "../core/ports/clock.ts";
import type { Processes } from "../core/ports/processes.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Price } from "../core/terms/money.ts";
import type { CanUseTools } from "../core/terms/policy.ts";
import type { PromptSet } from "../core/terms/prompt-files.ts";

/** A repository that Huddle works in, with everything that reaches outside. Made in the composition root. */
export interface Project {
  /** Top folder of the person's checkout. */
  readonly root: string;
  /** The branch that is checked out there; undefined when detached. */
  readonly branch: string | undefined;
  readonly sessions: SessionStore;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly hash: Hash;
  readonly prompts: Prompts;
  /** All prompt files, and what is wrong with the project's own. */
  readonly promptFiles: () => Promise<PromptSet>;
  /** The price of a model, where one is known. */
  readonly price: (model: string) => Price | undefined;
  /** Whether a model can use tools, as far as somebody has found out. */
  readonly canUseTools: CanUseTools;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Where a session's worktrees live and its git is done, for the runner with this fence. */
  openWorkspace(session: string, fence: number): Workspace;
}
