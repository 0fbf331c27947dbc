import { findingText } from "../core/state/finding-text.ts";
import type { State } from "../core/state/state.ts";
import type { Task } from "../core/state/task.ts";
import { tasksInOrder } from "../core/state/tasks-in-order.ts";
import { changedFiles, changedLines } from "../core/text/changed-files.ts";
import { oneLine } from "../core/text/one-line.ts";
import { hanging } from "../core/text/quoted.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { type Diff, failure } from "../core/work/tool.ts";
import { lastChecks } from "./last-checks.ts";

/** What has landed, for those who judge it as a whole. */
export interface Landed {
  /** For the rules: which files changed, what each task says it did, what the checks said. */
  readonly text: string;
  /** For the kickoff of a review that goes on: why the team is back, and what was mended. */
  readonly again: string;
  /** How many turns the change is worth. Undefined: as many as the phase usually has. */
  readonly turns: number | undefined;
}

/** `oneTurnUpTo`: the lines of a change that is judged in one turn. */
export async function whatLanded(
  { workspace, journal, redaction }: StepContext,
  oneTurnUpTo: number,
): Promise<Landed> {
  const state = journal.state();
  const { integration, session } = state;
  const mended = mendedSince(state);
  const diff = async (from: string) => redaction.redact(await workspace.diff(from, integration));
  const all = await diff(session.repo.base);
  const since = mended[0]?.landed ? await diff(mended[0].landed.was) : undefined;
  return {
    text: landedText(state, all),
    again: since === undefined ? "" : againText(state, mended, since),
    turns: changedLines(since ?? all) <= oneTurnUpTo ? 1 : undefined,
  };
}

/** The whole change, or what one task landed. */
export function landedDiff({ workspace, journal }: StepContext): Diff {
  return async ({ task }) => {
    const state = journal.state();
    if (task === undefined) return workspace.diff(state.session.repo.base, state.integration);
    const tasks = landedTasks(state);
    const landed = tasks.find(({ id }) => id === task)?.landed;
    if (landed) return workspace.diff(landed.was, landed.commit);
    return failure(
      `${oneLine(task)} has landed nothing. These have: ${tasks.map(({ id }) => id).join(", ")}.`,
    );
  };
}

function landedTasks(state: State): readonly Task[] {
  return tasksInOrder(state).filter((task) => task.landed);
}

/** Tasks that came out of the last review, in the order in which they landed. */
function mendedSince(state: State): readonly Task[] {
  const judgedAt = state.accepted.findings?.settled?.seq;
  if (judgedAt === undefined) return [];
  return tasksInOrder(state)
    .filter((task) => task.plannedAt > judgedAt && task.landed)
    .sort((one, other) => one.movedAt - other.movedAt);
}

function landedText(state: State, diff: string): string {
  const tasks = landedTasks(state);
  if (tasks.length === 0) return "";
  return [
    "# What has landed",
    ...fileLines(diff),
    ...tasks.map((task) => `- ${task.id} by ${task.owner}: ${didText(task)}`),
    `Checks of the last landing: ${lastChecks(tasks)}`,
    "read_diff shows the whole change, or with `task` what one task landed.",
  ].join("\n");
}

/** What a task was. Its summary tells only what its author did last: after a return, that may be something small. */
function didText({ plan: { title }, summary = "" }: Task): string {
  const what = oneLine(title);
  return summary === "" || oneLine(summary) === what ? what : `${what}. Done last: ${hanging(summary)}`;
}

const mostFiles = 40;

function fileLines(diff: string): readonly string[] {
  const files = changedFiles(diff);
  const lines = files
    .slice(0, mostFiles)
    .map(({ path, added, removed }) => `- ${oneLine(path)} +${added} −${removed}`);
  return files.length > mostFiles ? [...lines, `- and ${files.length - mostFiles} more files`] : lines;
}

function againText(state: State, mended: readonly Task[], since: string): string {
  const found = state.accepted.findings?.body.findings ?? [];
  return [
    "The review goes on. Last time it found:",
    ...found.map((finding) => `- ${hanging(findingText(finding))}`),
    "Mended since, as these tasks:",
    ...mended.map((task) => `- ${task.id}: ${didText(task)}`),
    "Changed by that:",
    ...fileLines(since),
    "Judge this change first: does it mend what was found, and what else does it touch? What was judged before stands.",
  ].join("\n");
}
