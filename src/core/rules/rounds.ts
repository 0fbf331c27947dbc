import type { Draft } from "../facts/fact.ts";
import type { Return, Task } from "../state/task.ts";
import { defaultRounds } from "../terms/defaults.ts";
import type { Policy } from "../terms/policy.ts";
import { nextState, type Returning } from "../terms/task-machine.ts";
import { moveTask } from "./move-task.ts";

/** What came back, for people, and for the author. */
interface Words {
  readonly why: string;
  readonly feedback: string;
}

/**
 * Sends a task back to its author, or, when that has happened too often, to somebody who decides. Whatever the words are: they
 * differ each time, and the circle is the same.
 */
export function returnTask(task: Task, trigger: Returning, { why, feedback }: Words, policy: Policy): Draft {
  if (!isTooOften(task, trigger, policy)) return moveTask(task, trigger, why, { feedback });
  const origin = nextState(task.state, trigger);
  return moveTask(task, "limit", `${why}, again`, {
    feedback,
    returned: trigger,
    ...(origin !== undefined && { origin }),
  });
}

/** The returns since somebody last gave the task more rounds. Older ones stay known and no longer count. */
export function countedReturns(task: Task): readonly Return[] {
  return task.returns.filter(({ seq }) => seq > task.decidedAt);
}

/** Whether a task stopped because it came back too often. */
export function isInCircles(task: Task): boolean {
  return countedReturns(task).at(-1)?.seq === task.movedAt;
}

function isTooOften(task: Task, trigger: Returning, { rounds = defaultRounds }: Policy): boolean {
  const counted = countedReturns(task);
  const same = counted.filter((one) => one.from === task.state && one.trigger === trigger);
  return same.length + 1 >= rounds.same || counted.length + 1 >= rounds.any;
}
