import { Fault } from "../../core/fault.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { oneLine } from "../../core/text/one-line.ts";

/** The task of this name. Otherwise throws a Fault with those that there are. */
export function taskNamed({ tasks }: State, id: string): Task {
  const task = Object.hasOwn(tasks, id) ? tasks[id] : undefined;
  if (task) return task;
  const known = Object.keys(tasks);
  const there =
    known.length === 0
      ? "There are no tasks yet. They come from planning."
      : `There are: ${known.join(", ")}.`;
  const named = oneLine(id).trim();
  const none = named === "" ? "Say which task." : `There is no task ${named}.`;
  throw new Fault("usage", `${none} ${there}`);
}
