import type { EventOf } from "../facts/events.ts";
import { byHarness, type Draft } from "../facts/fact.ts";
import type { Task } from "../state/task.ts";
import { nextState, type Trigger } from "../terms/task-machine.ts";

/** What the move hands on to the task. */
type Carried = Partial<
  Pick<
    EventOf<"task.moved">,
    | "summary"
    | "plan"
    | "satisfied"
    | "feedback"
    | "answers"
    | "origin"
    | "returned"
    | "blocked"
    | "disposition"
    | "tree"
    | "attempt"
    | "learned"
  >
>;

/** The draft of a move, by the table. A trigger that the table does not have for the task's state is a bug. */
export function moveTask(task: Task, trigger: Trigger, why: string, carried: Carried = {}): Draft {
  const to = nextState(task.state, trigger, task.origin);
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

/** The task waits for a person, because a check cannot start. Once that is mended, the same checks run again. */
export function blockTask(task: Task, broken: string): Draft {
  return moveTask(task, "broken", broken, {
    feedback: broken,
    origin: task.state,
    blocked: "environment",
  });
}

/** The conversation about a task brought no result: somebody decides how it goes on. */
export function limitTask(task: Task, why: string): Draft {
  return moveTask(task, "limit", why, { feedback: why, origin: task.state });
}
