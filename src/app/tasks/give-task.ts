import { type Draft, refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { aboutTask } from "../../core/rules/trouble/about-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { isDone, isHeld, isOver } from "../../core/terms/task-machine.ts";
import { type ChangedFile, changedFiles } from "../../core/text/changed-files.ts";
import { listedPath } from "../../core/text/path-list.ts";
import { counted } from "../../core/views/cost/money-text.ts";
import { plainState } from "../../core/views/plan/board.ts";
import { markersLeft } from "../../floor/commit/markers-left.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

export interface Giving {
  /** It is finished: its checks and its review are next, not its engineer. */
  readonly isDone: boolean;
  /** What the person says to it. Of one that is done: what was done, which becomes the commit message. */
  readonly words: string;
}

export interface Given {
  readonly task: string;
  readonly how: "given" | "finished";
  readonly owner: string | undefined;
  /** What changed since the person took it over. */
  readonly changed: readonly ChangedFile[];
}

/** The person gives a task back, after a look at what they leave in its worktree. */
export async function giveTask(
  project: Project,
  files: SessionFiles,
  id: string,
  giving: Giving,
): Promise<Given> {
  const { journal } = files;
  const task = heldTask(journal.state(), id);
  if (giving.isDone && giving.words.trim() === "")
    throw new Fault("usage", `Say what was done: huddle task give ${id} --done -m "what was done"`);
  const changed = await leftBehind(project, files, task, giving);
  await tell(journal, (at) => {
    const now = heldTask(at, id);
    if (now.movedAt !== task.movedAt) return refusal(`${id} has been given and taken again meanwhile.`);
    return giving.isDone ? finished(now, giving.words.trim()) : given(now, giving.words.trim(), changed);
  });
  return { task: id, how: giving.isDone ? "finished" : "given", owner: task.owner, changed };
}

/** The task, which the person has. Otherwise throws a Fault that says who has it. */
export function heldTask(at: State, id: string): Task {
  const task = taskNamed(at, id);
  const over = whyOver(at);
  if (over !== undefined) throw new Fault("refused", over);
  if (isHeld(task.state)) return task;
  if (isOver(task.state))
    throw new Fault(
      "refused",
      `${id} is ${isDone(task.state) ? "done" : "cancelled"}, so nobody has it any more.`,
    );
  const who = task.owner === undefined ? "" : `, with ${task.owner}`;
  throw new Fault(
    "refused",
    `${id} is not with you: it is ${plainState(task.state)}${who}. To take it over: huddle task take ${id}`,
  );
}

async function leftBehind(
  project: Project,
  files: SessionFiles,
  { id, worktree = "", base = "", commit, takenAs = base }: Task,
  { isDone: isFinished }: Giving,
): Promise<readonly ChangedFile[]> {
  const workspace = project.openWorkspace(files.id, files.journal.state().fence);
  const { signal } = new AbortController();
  const now = await workspace.worktree(worktree, signal);
  if (!now)
    throw new Fault(
      "worktree.lost",
      `The worktree of ${id} is gone, so there is nothing to give back. A new one, from its last commit: huddle task take ${id}. To end it: huddle task cancel ${id} --yes`,
    );
  const tree = await workspace.writeTree(worktree, base);
  const whole = await workspace.diff(base, tree);
  const [first, ...more] = await markersLeft(
    changedFiles(whole).map(({ path }) => path),
    { now, before: workspace.tree(base, signal) },
  );
  if (first !== undefined)
    throw new Fault(
      "refused",
      `A conflict is not resolved at ${first}${more.length > 0 ? `, and in ${counted(more.length, "more file")}` : ""}. Resolve it, then give ${id} back.`,
    );
  if (isFinished && commit === undefined && whole.trim() === "")
    throw new Fault(
      "refused",
      `Nothing differs from what ${id} began with, so there is nothing to check. To end it: huddle task cancel ${id} --yes`,
    );
  return changedFiles(await workspace.diff(takenAs, tree));
}

function finished(task: Task, words: string): readonly [Draft, ...Draft[]] {
  return [{ ...moveTask(task, "finished", words, { summary: words }), actor: "human" }];
}

const mostFiles = 30;

/** The person's own words are a message: what is quoted to an author, anybody could imitate. */
function given(task: Task, words: string, changed: readonly ChangedFile[]): readonly [Draft, ...Draft[]] {
  const files = changed.slice(0, mostFiles).map(({ path, was, added, removed }) => {
    const from = was === undefined ? "" : `, before ${listedPath(was)}`;
    return `- ${listedPath(path)}${from}: +${added} −${removed}`;
  });
  const more = changed.length - files.length;
  const feedback =
    changed.length === 0
      ? "The product manager had your worktree, and changed nothing in it."
      : [
          "The product manager had your worktree, and changed in it:",
          ...files,
          ...(more > 0 ? [`- and ${more} more files`] : []),
        ].join("\n");
  const move: Draft = { ...moveTask(task, "given", "given back", { feedback }), actor: "human" };
  return words === "" ? [move] : [aboutTask(task.id, words), move];
}
