import { answerTask, type TaskWait, taskWaits } from "../../core/decide/waits/task.ts";
import type { Draft, Refusal } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { TaskId } from "../../core/terms/ids.ts";
import { isDone, isFailed, isOver, isReady } from "../../core/terms/task-machine.ts";
import { taskNamed } from "./task-named.ts";
import { tell, whyOver } from "./tell.ts";

/** `afresh`: from the start, because it had failed. Otherwise it goes on where it stopped. */
export interface Retried {
  readonly task: TaskId;
  readonly how: "afresh" | "on";
}

/** A person has tasks tried again that wait for them, as the usual answer in the inbox would. */
export async function retryTasks(journal: Journal, ids: readonly TaskId[]): Promise<readonly Retried[]> {
  let outcome: readonly Retried[] = [];
  await tell(journal, (at) => {
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    const wanted = [...new Set(ids)];
    outcome = wanted.map((task) => ({
      task,
      how: isFailed(taskNamed(at, task).state) ? "afresh" : "on",
    }));
    const all: Draft[] = [];
    const waits = taskWaits(at);
    const answered = new Set<TaskId>();
    for (const id of wanted) {
      if (answered.has(id)) continue;
      const wait = waits.find(({ task, also = [] }) => task === id || also.includes(id));
      for (const task of wait ? [wait.task, ...(wait.also ?? [])] : []) answered.add(task);
      const drafts = retried(at, id, wait);
      if ("refused" in drafts) return drafts;
      all.push(...drafts);
    }
    const [first, ...rest] = all;
    return first ? [first, ...rest] : undefined;
  });
  return outcome;
}

/** What trying a task again appends, or why it cannot be. */
export function retried(at: State, id: TaskId, wait: TaskWait | undefined): readonly Draft[] | Refusal {
  const task = taskNamed(at, id);
  if (wait) return answerTask({ wait, answer: { kind: "continue" }, at, first: at.head + 1 });
  if (isOver(task.state))
    return refusal(
      `${id} is ${isDone(task.state) ? "done" : "over without its work"}, so it cannot be tried again.`,
    );
  if (isReady(task.state)) return refusal(`${id} has not started yet. It starts when its turn comes.`);
  return refusal(`${id} is under way. Only what failed or waits for you can be tried again: huddle inbox`);
}
