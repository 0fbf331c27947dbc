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
  /** What a name means now; itself when nobody gave it a meaning. */
  meant(name: string): string;
  /** All providers behind one door. A Fault that says what to do when one of these cannot be asked at all. */
  open(names: readonly string[]): Promise<Model>;
}

export interface PreparingRun {
  models(): Promise<TeamModels>;
  /** The most the session may spend in all from now on, where the person said so. */
  readonly cap: Cap;
  /** Ends a living runner first. */
  readonly force?: boolean;
  /** What the person would type again, for messages. */
  readonly command?: string;
}

/**
 * Checks that a run can go well, and records what the person set for it, before anything is asked. Gives the model that
 * the team is asked through; undefined: another process runs the session, and watching needs none.
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
  // What a model's name means is recorded before it counts.
  await setModels(journal, models.meant);
  await refuseImpossible(project, files, run);
  await setBudget(journal, run.cap, project.price);
  return models.open([...new Set(journal.state().session.seats.map((seat) => seat.model))]);
}

/** Wrong words, a team that cannot do its work, a budget that nobody could keep. */
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
