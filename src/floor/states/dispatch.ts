import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { dispatchTask } from "../../core/rules/cancel-tasks.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

/** Gives a ready task to its engineer. From here on the seat is busy until the task has landed. */
export async function dispatch(context: StepContext<Extract<Step, { kind: "dispatch" }>>): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    return [dispatchTask(theTask(at, step.task), step.seat, at)];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
