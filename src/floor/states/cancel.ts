import type { Step } from "../../core/decide/step.ts";
import { refusal } from "../../core/facts/fact.ts";
import { cancelTasks } from "../../core/rules/cancel-tasks.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

/** Cancels a task whose last effect is settled, as a person asked while it was under way. */
export async function cancel(context: StepContext<Extract<Step, { kind: "cancel" }>>): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    const [first, ...rest] = mayBegin(context, at)
      ? cancelTasks("harness", [theTask(at, step.task)], at)
      : [];
    return first ? [first, ...rest] : refusal("no longer wanted");
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
