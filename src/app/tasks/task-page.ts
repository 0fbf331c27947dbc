import { Fault } from "../../core/fault.ts";
import { fold } from "../../core/fold/fold.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { emptyState } from "../../core/state/state.ts";
import { changedFiles } from "../../core/text/changed-files.ts";
import { spendingOf } from "../../core/views/cost/cost.ts";
import { noHistory, withFact } from "../../core/views/task/task-history.ts";
import { type TaskPage, taskPage } from "../../core/views/task/task-page.ts";
import { taskRef } from "../../floor/branches.ts";
import { costLines } from "../look/cost.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";
import { committedDiff } from "./diff.ts";

/** The page of a task, from the whole log. Changes nothing. */
export async function pageOf(project: Project, files: SessionFiles, id: string): Promise<TaskPage> {
  taskNamed(files.journal.state(), id);
  let state = emptyState;
  let history = noHistory;
  for await (const fact of files.journal.read(1)) {
    const before = state;
    state = fold(before, fact);
    history = withFact(history, id, fact, { before, after: state });
  }
  const costs = await costLines(project, files);
  const task = taskNamed(state, id);
  const workspace = project.openWorkspace(files.id, state.fence);
  const diff = await committedDiff(workspace, task).catch(unlessGone);
  return taskPage(state, task, history, {
    branch: taskRef(files.id, id).replace("refs/heads/", ""),
    changed: diff && changedFiles(diff.text),
    worktree: task.worktree === undefined ? undefined : await workspace.placeOf(task.worktree),
    spending: spendingOf(costs.filter((line) => line.task === id)),
    now: project.clock.now(),
  });
}

/** A commit that git no longer has says nothing about a change, and the rest of the page still holds. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Fault) return undefined;
  throw error;
}
