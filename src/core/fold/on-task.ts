import type { StateDraft } from "../state/draft.ts";
import type { Task } from "../state/task.ts";

/** Replaces a task. Does nothing if there is none of this id. */
export function onTask(draft: StateDraft, id: string, change: (task: Task) => Task): void {
  const task = draft.tasks[id];
  if (task) draft.tasks = { ...draft.tasks, [id]: change(task) };
}
