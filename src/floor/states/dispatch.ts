import type { Step } from "../../core/decide/step.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import { dispatchTask } from "../../core/rules/cancel-tasks.ts";
import { isInHand } from "../../core/rules/trouble/split-task.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

/** Gives a ready task to an engineer, who has it in hand from here on: its own, or one of another's queue. */
export async function dispatch(context: StepContext<Extract<Step, { kind: "dispatch" }>>): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    const task = theTask(at, step.task);
    // The step is wanted by its key; meanwhile another seat may be the free one.
    const isBusy = Object.values(at.tasks).some((other) => other.owner === step.seat && isInHand(at, other));
    if (!mayBegin(context, at) || isBusy) return refusal("no longer wanted");
    const move = dispatchTask(task, step.seat, at);
    if (step.seat === task.owner) return [move];
    return [byHarness({ type: "task.assigned", task: task.id, seat: step.seat, why: "is free" }), move];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}
