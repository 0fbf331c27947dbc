import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { Task } from "../../core/state/task.ts";
import { isOver } from "../../core/terms/task-machine.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";

/** A change between two commits, or a commit and a worktree. */
export interface ShownDiff {
  /** What it is, in one line. */
  readonly what: string;
  readonly from: string;
  /** Left out: the worktree as it is now. */
  readonly to?: string;
  readonly text: string;
}

export interface DiffWanted {
  /** Left out: all that has landed. */
  readonly task?: string;
  /** The worktree as it stands, with what is not committed. */
  readonly isWork: boolean;
}

/** What a task, or all that has landed, changes. Comes from commits, unless the worktree is asked for. */
export async function diffOf(
  project: Project,
  files: SessionFiles,
  { task: id, isWork }: DiffWanted,
): Promise<ShownDiff> {
  const state = files.journal.state();
  const workspace = project.openWorkspace(files.id, state.fence);
  if (id === undefined) {
    if (isWork) throw new Fault("usage", "--work is for one task: huddle diff t1 --work");
    const { base } = state.session.repo;
    return between(workspace, "All that has landed", base, state.integration);
  }
  const task = taskNamed(state, id);
  if (isWork) return worktreeDiff(workspace, task);
  const committed = await committedDiff(workspace, task);
  if (committed) return committed;
  const more =
    task.worktree === undefined || isOver(task.state) ? "" : ` See it with: huddle diff ${id} --work`;
  throw new Fault("refused", `Nothing is committed for ${id} yet.${more}`);
}

/** What a task landed, or what is committed for it so far. Undefined: nothing. */
export async function committedDiff(workspace: Workspace, task: Task): Promise<ShownDiff | undefined> {
  const { id, base, commit, landed } = task;
  if (landed) return between(workspace, `What ${id} landed`, landed.was, landed.commit);
  if (base === undefined || commit === undefined) return undefined;
  return between(workspace, `What is committed for ${id}, which has not landed`, base, commit);
}

async function between(workspace: Workspace, what: string, from: string, to: string): Promise<ShownDiff> {
  for (const commit of [from, to]) {
    if (!(await workspace.resolve(commit)))
      throw new Fault(
        "repository.unready",
        `The commit ${commit.slice(0, 12)} is not in this repository any more.`,
      );
  }
  return { what, from, to, text: from === to ? "" : await workspace.diff(from, to) };
}

async function worktreeDiff(workspace: Workspace, task: Task): Promise<ShownDiff> {
  const { id, base, worktree } = task;
  if (base === undefined || worktree === undefined || (await workspace.placeOf(worktree)) === undefined)
    throw new Fault("refused", `${id} has no worktree. What is committed for it: huddle diff ${id}`);
  const tree = await workspace.writeTree(worktree, base);
  return { what: `The worktree of ${id} as it is now`, from: base, text: await workspace.diff(base, tree) };
}
