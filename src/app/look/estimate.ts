import { talkWaits } from "../../core/decide/talk-waits.ts";
import { unreadableLog } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { State } from "../../core/state/state.ts";
import type { TaskPlan } from "../../core/terms/artifacts.ts";
import { planIn } from "../../core/terms/meeting/agreement.ts";
import { type Estimate, estimateOf } from "../../core/views/cost/estimate.ts";
import { type History, isScripted, openHistory } from "../../core/views/cost/history.ts";
import { type SizeEstimate, sizeEstimateOf } from "../../core/views/cost/size-estimate.ts";
import type { Project } from "../project.ts";

/** How many sessions are read, newest first: enough to learn from, and quick to read. */
const most = 20;

/** An estimate of the remaining work while the plan waits for a person's yes. Undefined: no plan waits. */
export async function estimateFor(project: Project, files: SessionFiles): Promise<Estimate | undefined> {
  const state = files.journal.state();
  const plan = waitingPlan(state);
  if (!plan) return undefined;
  return estimateOf(plan.tasks, await historiesFor(project, files));
}

/** An estimate for each size of meeting, while a person is asked to choose one. */
export async function sizeEstimateFor(
  project: Project,
  files: SessionFiles,
): Promise<SizeEstimate | undefined> {
  const wait = talkWaits(files.journal.state()).find(({ kind }) => kind === "size");
  return wait ? anySizeEstimateFor(project, files) : undefined;
}

/** The same at any time: a person may make the meeting larger or smaller whenever they want. */
export async function anySizeEstimateFor(project: Project, files: SessionFiles): Promise<SizeEstimate> {
  const { tasks, session } = files.journal.state();
  const planned = Object.keys(tasks).length;
  const expected = planned > 0 ? planned : (session.size?.tasks ?? 1);
  return sizeEstimateOf(expected, await historiesFor(project, files));
}

/** Scripted teams learn only from scripted sessions, and real teams only from real ones. */
async function historiesFor(project: Project, files: SessionFiles): Promise<readonly History[]> {
  const scripted = files.journal.state().session.seats.some(isScripted);
  const ids = (await project.sessions.list()).filter((id) => id !== files.id).slice(-most);
  const histories: History[] = [];
  for (const id of ids) histories.push(...(await historyOf(project, id)));
  return histories.filter((history) => history.isScripted === scripted);
}

/** The plan that waits for a person's yes. */
export function waitingPlan(state: State): TaskPlan | undefined {
  const artifact = currentArtifact(state);
  return artifact?.settled ? undefined : planIn(artifact);
}

/** A log that cannot be read is skipped. */
async function historyOf(project: Project, id: string): Promise<readonly History[]> {
  try {
    const files = await project.sessions.open(id);
    try {
      const reading = openHistory();
      for await (const fact of files.journal.read(1)) reading.add(fact);
      return [reading.history()];
    } finally {
      await files.close();
    }
  } catch (error) {
    if (unreadableLog(error) !== undefined) return [];
    throw error;
  }
}
