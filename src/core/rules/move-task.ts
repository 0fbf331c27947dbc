import type { EventOf } from "../facts/events.ts";
import type { Draft } from "../facts/fact.ts";
import { byHarness } from "../facts/fact.ts";
import type { Task } from "../state/task.ts";
import { nextState, type Trigger } from "../terms/task-machine.ts";

/** What the move hands on to the task. */
type Carried = Pick<EventOf<"task.moved">, "summary" | "feedback">;

/** The draft of a move, by the table. A trigger that the table does not have for the task's state is a bug. */
export function moveTask(task: Task, trigger: Trigger, why: string, carried: Carried = {}): Draft {
  const to = nextState(task.state, trigger);
  if (!to) throw new Error(`task ${task.id} in ${task.state} does not know ${trigger}`);
  return byHarness({
    type: "task.moved",
    task: task.id,
    from: task.state,
    to,
    trigger,
    attempt: task.attempt,
    why,
    ...carried,
  });
}
