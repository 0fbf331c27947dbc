import { Fault } from "../../core/fault.ts";
import type { Instructions } from "../../core/ports/prompts.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Lacking } from "../../core/ports/workspace.ts";
import { isRehearsal, type Policy, type SessionPurpose } from "../../core/terms/policy.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import type { Project } from "../project.ts";
import { fileSettings } from "../settings/read-files.ts";
import { type BudgetWish, budgetWith, checkPrices } from "../settings/set-budget.ts";
import type { NewSession } from "./new-session.ts";

/** What a person wants to start a session with. */
export interface Preparing {
  /** The commit that is checked out, its branch unless the head is detached, and the person's git identity. */
  readonly repository: {
    readonly head: string;
    readonly branch?: string;
    readonly identity: Policy["author"];
  };
  /** Left out: as the files say. */
  readTeam?(): Promise<Team>;
  readonly purpose: SessionPurpose;
  /** The most it may spend, if the person said so. */
  readonly cap: BudgetWish;
  /** The command to type again, for messages. */
  readonly command: string;
}

/** What every new session starts with. */
export interface Prepared {
  readonly start: Pick<NewSession, "seats" | "policy" | "base" | "branch" | "files">;
  readonly teamFile: string | undefined;
  readonly instructions: Instructions | undefined;
  /** What the team has to do without. */
  readonly lacking: readonly Lacking[];
  /** Neither the person's settings nor the command line name a budget. */
  readonly hasDefaultBudget: boolean;
}

/** Reads and checks the team and the settings before anything is written. Throws a Fault that says what is wrong. */
export async function prepareSession(
  project: Project,
  { repository, readTeam = project.readTeam, purpose, cap, command }: Preparing,
): Promise<Prepared> {
  assertPrompts(await project.promptFiles());
  await project.assertFree();
  const { price } = project;
  const team = await readTeam();
  const { seats, file } = team;
  const files = fileSettings(team, seats, { purpose, price });
  const budget = budgetWith(files.budget, cap, seats, price);
  checkPrices(budget, seats, price, command);
  const { head: base, branch = "", identity: author } = repository;
  const lacking = purpose === "groom" ? [] : await lackingFor(project, base);
  return {
    start: { seats, policy: policyWith(team, budget, author), base, branch, files },
    teamFile: file,
    instructions: await project.prompts.instructions(base),
    lacking,
    hasDefaultBudget: team.budgetFor(purpose, true).isDefault && budget === files.budget,
  };
}

/** Told before anything is paid for. A grooming reads commits and needs no files, so it is not asked. */
async function lackingFor(project: Project, base: string): Promise<readonly Lacking[]> {
  const lacking = await project.lacking(base);
  const stopping = lacking.filter(({ stops }) => stops);
  if (stopping.length > 0) throw new Fault("repository.unready", stopping.map(({ text }) => text).join("\n"));
  return lacking;
}

/** A scripted team spends nothing that the checks on the base commit could save. */
function policyWith({ policy, seats }: Team, budget: Policy["budget"], author: Policy["author"]): Policy {
  return {
    ...policy,
    ...(budget && { budget }),
    ...(!isRehearsal(seats) && { baseline: true }),
    author,
  };
}
