import { refusal } from "../../core/facts/fact.ts";
import { isInLine } from "../../core/fold/floor/landing-place.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { isDone, isHeld, isOver, isReady } from "../../core/terms/task-machine.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

/** `line`: it waits to land. `begins`: it has not begun. `later`: it is at work, and lands before others once it can. */
export type Hurried = "line" | "begins" | "later";

/** A task begins and lands before the others that wait, behind the one that is landing. */
export async function hurryTask(journal: Journal, id: string): Promise<Hurried> {
  let how: Hurried = "later";
  await tell(journal, (at) => {
    const { state, hurried } = taskNamed(at, id);
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    if (isOver(state))
      return refusal(`${id} is ${isDone(state) ? "done" : "cancelled"}: nothing of it is to land.`);
    if (isHeld(state)) return refusal(`${id} is with you. Give it back first: huddle task give ${id}`);
    how = isInLine(state) ? "line" : isReady(state) ? "begins" : "later";
    if (hurried !== undefined) return undefined;
    return [{ actor: "human", event: { type: "task.hurried", task: id } }];
  });
  return how;
}
