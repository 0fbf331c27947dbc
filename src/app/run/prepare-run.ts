import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Cap } from "../../core/terms/policy.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import type { Project } from "../project.ts";
import { budgetWith, checkPrices, setBudget } from "../say/set-budget.ts";
import { setModels } from "../say/set-models.ts";
import { checkTeam } from "../sessions/check-team.ts";
import { livingRunner } from "./take-lease.ts";

/** The person's models, as far as a run needs them. */
export interface TeamModels {
  /** The model that a name stands for now, or the name itself if nothing is set for it. */
  meant(name: string): string;
  /** One model that reaches all providers. Throws a Fault that says what to do when one of these models is unusable. */
  open(names: readonly string[]): Promise<Model>;
}

export interface PreparingRun {
  models(): Promise<TeamModels>;
  /** The most the session may spend in total, from now on, if the person said so. */
  readonly cap: Cap;
  /** Ends a live runner first. */
  readonly force?: boolean;
  /** The command to type again, for messages. */
  readonly command?: string;
}

/**
 * Checks that a run can work and records what the person set for it, before the first request. Returns the model that
 * answers for the team. Undefined: another process runs the session, and watching needs no model.
 */
export async function prepareRun(
  project: Project,
  files: SessionFiles,
  run: PreparingRun,
): Promise<Model | undefined> {
  const { journal } = files;
  if (!run.force && (await livingRunner(project, files))) {
    await setBudget(journal, run.cap, project.price);
    return undefined;
  }
  const models = await run.models();
  // The meaning of a model's name is recorded before it counts.
  await setModels(journal, models.meant);
  await refuseImpossible(project, files, run);
  await setBudget(journal, run.cap, project.price);
  return models.open([...new Set(journal.state().session.seats.map((seat) => seat.model))]);
}

/** Refuses faulty prompts, a team that cannot do its work, and a budget that cannot be kept. */
async function refuseImpossible(
  project: Project,
  { journal }: SessionFiles,
  { cap, command = "huddle run" }: PreparingRun,
): Promise<void> {
  assertPrompts(await project.promptFiles());
  const { seats, policy } = journal.state().session;
  checkTeam(seats, project.canUseTools);
  checkPrices(budgetWith(policy.budget, cap, seats, project.price), seats, project.price, command);
}
