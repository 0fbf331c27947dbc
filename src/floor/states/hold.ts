import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { treeRef } from "../branches.ts";
import { keptTree } from "../kept-tree.ts";
import { unfinished } from "../lose-work.ts";
import { recorded, theTask } from "../the-task.ts";
import { makeWorktree } from "./set-up.ts";

/**
 * Hands the task to the person, once whoever was at work on it has let go of its worktree. One that has none, or whose
 * worktree is gone, gets a new one. What was in it is kept, so that its engineer can be told later what has changed.
 */
export async function hold(
  context: StepContext<Extract<Step, { kind: "hold" }>>,
  session: string,
): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const { worktree: before } = theTask(journal.state(), step.task);
  const stands = before !== undefined && (await workspace.worktree(before, signal)) !== undefined;
  if (!stands) await makeWorktree(context, session);
  const task = theTask(journal.state(), step.task);
  const worktree = recorded(task.worktree, "worktree");
  const base = recorded(task.base, "base");
  const tree = await keptTree(workspace, {
    ref: treeRef(session, `held/${task.id}`),
    since: base,
    make: () => workspace.writeTree(worktree, base),
  });
  const moved = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const move = moveTask(theTask(at, step.task), "held", "the product manager takes it over", { tree });
    const [first, ...rest] = unfinished(at, step, "the product manager has taken the task over");
    return first ? [first, ...rest, move] : [move];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
