import type { Instructions } from "../../core/ports/prompts.ts";
import type { Cap, Policy, Seat } from "../../core/terms/policy.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import type { Project } from "../project.ts";
import { budgetWith, checkPrices } from "../say/set-budget.ts";
import type { NewSession } from "./new-session.ts";

/** What a person wants to start a session with. */
export interface Preparing {
  /** The commit that is checked out, its branch unless the head is detached, and the person's git identity. */
  readonly repository: {
    readonly head: string;
    readonly branch?: string;
    readonly identity: Policy["author"];
  };
  /** The seats and the policy, from the project's file and the person's settings. */
  readTeam(): Promise<Team>;
  /** The most it may spend, if the person said so. */
  readonly cap: Cap;
  /** The command to type again, for messages. */
  readonly command: string;
}

export interface Team {
  readonly seats: readonly Seat[];
  readonly policy: Omit<Policy, "author">;
  /** The file it comes from. Undefined: there is none, and the defaults hold. */
  readonly file: string | undefined;
}

/** What every new session starts with. */
export interface Prepared {
  readonly start: Pick<NewSession, "seats" | "policy" | "base" | "branch">;
  readonly teamFile: string | undefined;
  readonly instructions: Instructions | undefined;
}

/** Reads and checks the team and the settings before anything is written. Throws a Fault that says what is wrong. */
export async function prepareSession(
  project: Project,
  { repository, readTeam, cap, command }: Preparing,
): Promise<Prepared> {
  assertPrompts(await project.promptFiles());
  const { seats, policy, file } = await readTeam();
  const budget = budgetWith(policy.budget, cap, seats, project.price);
  checkPrices(budget, seats, project.price, command);
  const { head: base, branch = "", identity: author } = repository;
  return {
    start: { seats, policy: { ...policy, ...(budget && { budget }), author }, base, branch },
    teamFile: file,
    instructions: await project.prompts.instructions(base),
  };
}
