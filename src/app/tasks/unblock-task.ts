import { answerTask, taskWaits } from "../../core/decide/waits/task.ts";
import { type Draft, type Refusal, refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { aboutTask } from "../../core/rules/trouble/about-task.ts";
import type { State } from "../../core/state/state.ts";
import { isReady, nextState } from "../../core/terms/task-machine.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

/**
 * What was in a task's way is settled: it goes on where it was, so a check that could not start runs again before
 * anybody is asked. `words`: what its engineer should know. May be empty.
 */
export async function unblockTask(journal: Journal, id: string, words: string): Promise<void> {
  await tell(journal, (at) => unblocked(at, id, words.trim()));
}

/** What unblocking a task appends, or why it cannot be. */
export function unblocked(at: State, id: string, words: string): readonly [Draft, ...Draft[]] | Refusal {
  const task = taskNamed(at, id);
  const over = whyOver(at);
  if (over !== undefined) return refusal(over);
  if (nextState(task.state, "unblocked", task.origin) === undefined)
    return refusal(`${id} is not blocked. What can be done about it: huddle task ${id}`);
  const found = taskWaits(at).find((one) => one.task === id || one.also?.includes(id));
  if (found && words === "") {
    // Only this one: others may wait for the same reason.
    const { also: _, ...wait } = { ...found, task: id };
    return answerTask({ wait, answer: { kind: "continue" }, at, first: at.head + 1 });
  }
  if (words === "") return refusal(`Say what is settled: huddle task unblock ${id} -m "…"`);
  if (task.origin !== undefined && isReady(task.origin))
    return refusal(
      `${id} has not started, so it has no reader for your words yet. Without words it goes on: huddle task unblock ${id}`,
    );
  return [
    aboutTask(id, words),
    { ...moveTask(task, "unblocked", "as the product manager says"), actor: "human" },
  ];
}
