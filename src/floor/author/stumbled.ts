import type { Draft } from "../../core/facts/fact.ts";
import { limitTask } from "../../core/rules/move-task.ts";
import { requeueTask } from "../../core/rules/trouble/requeue-task.ts";
import type { Task } from "../../core/state/task.ts";
import type { Thread } from "../../core/state/thread.ts";

/** The first time somebody looks at it. A conversation that goes wrong like this again is not worth going on with. */
export function stumbled(task: Task, why: string, thread: Thread | undefined): Draft {
  const before = thread?.loops ?? [];
  const hasStumbled = before.some(({ closed }) => closed === "no-tool-twice" || closed === "invalid-result");
  return hasStumbled ? requeueTask(task, why) : limitTask(task, why);
}
