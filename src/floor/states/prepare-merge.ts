import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { loseWork } from "../lose-work.ts";
import { conflictFound } from "../merge/conflict-found.ts";
import { flagsGate } from "../merge/flags-gate.ts";
import { recorded, theTask } from "../the-task.ts";

/**
 * Finds out what would keep an approved task from landing, before it stands in the queue: a conflict with what has
 * landed by now, or a flag that a person has to judge. Nothing is changed here; the landing itself merges anew.
 */
export async function prepareMerge(context: StepContext<Extract<Step, { kind: "prepare" }>>): Promise<void> {
  const { step, journal, workspace } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const commit = recorded(task.commit, "commit");
  if (!(await workspace.resolve(commit))) return loseWork(context, "commit");
  const { conflicts } = await workspace.merge(state.integration, commit);
  const drafts =
    conflicts.length > 0
      ? conflictFound(state, task, conflicts)
      : ((await flagsGate(context, task)) ?? ([moveTask(task, "prepared", "it can land")] as const));
  const moved = await journal.append((at) => (mayBegin(context, at) ? drafts : refusal("no longer wanted")));
  if (moved.kind !== "done") throw new NoLongerWanted();
}
