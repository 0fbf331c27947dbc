import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { requeueTask } from "../../core/rules/trouble/requeue-task.ts";
import { isOutOfBudget } from "../../core/terms/task-machine.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

const vain = "it was looked at twice, and nothing got better by what was decided";

/**
 * Stops a task about which enough was decided in vain; a person can start it afresh. One that something of the
 * environment stopped starts afresh at once: a new worktree may be all it needs.
 */
export async function giveUp(context: StepContext<Extract<Step, { kind: "give-up" }>>): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const task = theTask(at, step.task);
    if (!isOutOfBudget(task.state)) return [requeueTask(task, task.feedback ?? "something was in the way")];
    return [moveTask(task, "stopped", vain, { feedback: `${task.feedback ?? ""}\n${vain}`.trim() })];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
