import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Session } from "../../core/state/session.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import type { Project } from "../project.ts";
import { checkTeam } from "../sessions/check-team.ts";
import { followTeam, recordTeam } from "../settings/follow-team.ts";
import { type BudgetWish, budgetWith, checkPrices, setBudget } from "../settings/set-budget.ts";
import { setWindows } from "../settings/set-windows.ts";
import { type AskTrust, recordTrust, trustedExecution } from "../settings/trust.ts";
import { livingRunner } from "./take-lease.ts";

/** The person's models, as far as a run needs them. */
export interface TeamModels {
  /** One model that reaches all providers. Throws a Fault that says what to do when one of these models is unusable. */
  open(names: readonly string[]): Promise<Model>;
  /** How many tokens these models read and write in one request, as far as that is known. */
  windows?(names: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

export interface PreparingRun {
  models(): Promise<TeamModels>;
  /** The most the session may spend in total, from now on, if the person said so. */
  readonly cap: BudgetWish;
  /** Asks the person to trust what the repository executes. Left out: nobody is there to ask. */
  readonly askTrust?: AskTrust | undefined;
  /** Ends a live runner first. */
  readonly force?: boolean;
  /** The command to type again, for messages. */
  readonly command?: string;
}

export interface PreparedRun {
  /** The model that answers for the team. Undefined: another process runs the session, and watching needs no model. */
  readonly model: Model | undefined;
  /** What this run took over from the files, in one line. Empty: nothing that a person would notice. */
  readonly followed: string;
}

/**
 * Checks that a run can work and records what the files say now and what the person set for it, before the first
 * request.
 */
export async function prepareRun(
  project: Project,
  files: SessionFiles,
  run: PreparingRun,
): Promise<PreparedRun> {
  const { journal } = files;
  if (!run.force && (await livingRunner(project, files))) {
    await setBudget(journal, run.cap, project.price);
    return { model: undefined, followed: "" };
  }
  const models = await run.models();
  const team = await project.readTeam();
  const { session } = followTeam(journal.state(), team, project);
  await refuseImpossible(project, session, run);
  const execution = await trustedExecution(project, { id: files.id, session, team }, run.askTrust);
  const names = [...new Set(session.seats.map((seat) => seat.model))];
  const model = await models.open(names);
  const followed = await recordTeam(journal, team, project);
  await recordTrust(journal, execution);
  await setBudget(journal, run.cap, project.price);
  await setWindows(journal, (await models.windows?.(names)) ?? {});
  return { model, followed };
}

/** Refuses faulty prompts, a team that cannot do its work, and a budget that cannot be kept. */
async function refuseImpossible(
  project: Project,
  { seats, policy }: Session,
  { cap, command = "huddle run" }: PreparingRun,
): Promise<void> {
  assertPrompts(await project.promptFiles());
  checkTeam(seats, project.canUseTools);
  checkPrices(budgetWith(policy.budget, cap, seats, project.price), seats, project.price, command);
}
