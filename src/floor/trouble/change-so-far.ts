import type { Task } from "../../core/state/task.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { heldBy } from "../commit/gate.ts";
import { recorded } from "../the-task.ts";

/** What was written so far, handed in or not. Empty: nothing, or its worktree is gone and nothing was handed in. */
export async function changeSoFar({ journal, workspace, signal }: StepContext, task: Task): Promise<string> {
  const base = recorded(task.base, "base");
  const worktree = recorded(task.worktree, "worktree");
  if (!(await workspace.worktree(worktree, signal))) return workspace.diff(base, judgedCommit(task));
  const { policy } = journal.state().session;
  return workspace.diff(base, await workspace.writeTree(worktree, base, heldBy(policy)));
}

/** What was handed in last, else what the task is based on. */
export function judgedCommit({ commit, base }: Task): string {
  return commit ?? recorded(base, "base");
}
