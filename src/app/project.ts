import type { Clock, Hash } from "../core/ports/clock.ts";
import type { Processes } from "../core/ports/processes.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Price } from "../core/terms/money.ts";
import type { CanUseTools } from "../core/terms/policy.ts";
import type { PromptSet } from "../core/terms/prompt-files.ts";

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
  readonly prompts: Prompts;
  /** All prompt files, and the faults in the project's own. */
  readonly promptFiles: () => Promise<PromptSet>;
  /** The price of a model, if it is known. */
  readonly price: (model: string) => Price | undefined;
  /** Whether a model can use tools, if that has been checked. */
  readonly canUseTools: CanUseTools;
  /** From 0 to 1. */
  readonly random: () => number;
  /** The session's worktrees and git, for the runner with this fence. */
  openWorkspace(session: string, fence: number): Workspace;
}
