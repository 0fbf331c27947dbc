import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";

/** The tasks that have landed since the integration branch stood at `base`, newest first. */
export function landedSince({ tasks, integration }: State, base: string | undefined): readonly Task[] {
  const found: Task[] = [];
  const all = Object.values(tasks);
  for (let at: string | undefined = integration; at !== undefined && at !== base; ) {
    const commit: string = at;
    const one = all.find(({ landed }) => landed?.commit === commit);
    if (one) found.push(one);
    at = one?.landed?.was;
  }
  return found;
}
