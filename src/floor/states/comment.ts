import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { commentedTask } from "../../core/rules/review/comment-task.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

/** Sends a task back whose last effect is settled, as a person asked while it was under way. */
export async function comment(context: StepContext<Extract<Step, { kind: "comment" }>>): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    const task = theTask(at, step.task);
    return mayBegin(context, at) && task.commenting
      ? [commentedTask(task, task.commenting.feedback)]
      : refusal("no longer wanted");
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
