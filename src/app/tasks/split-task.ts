import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { isBegun } from "../../core/rules/cancel-tasks.ts";
import { architectWithTools } from "../../core/rules/trouble/who-decides.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { SeatId } from "../../core/terms/ids.ts";
import { splitId } from "../../core/terms/ids.ts";
import { mostTasks } from "../../core/terms/task-graph.ts";
import { isDone, isHeld, isOver, nextState } from "../../core/terms/task-machine.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

/** `later`: something has begun in git; it is finished first. `already`: somebody has asked for it before. */
export interface SplitAsked {
  readonly task: string;
  readonly by: SeatId;
  readonly how: "now" | "later" | "already";
}

/** A person wants a task divided. The architect does so, and the person looks at it. `words`: how. May be empty. */
export async function splitTask(journal: Journal, id: string, words: string): Promise<SplitAsked> {
  let how: SplitAsked["how"] = "now";
  await tell(journal, (at) => {
    const task = taskNamed(at, id);
    const why = whyNotSplit(at, task);
    if (why !== undefined) return refusal(why);
    how = task.splitting ? "already" : isBegun(at, id) ? "later" : "now";
    if (task.splitting) return undefined;
    return [{ actor: "human", event: { type: "split.requested", task: id, words: words.trim() } }];
  });
  return { task: id, by: architectWithTools(journal.state()) ?? "", how };
}

/** Why a task cannot be divided now, and what can be done. Undefined: it can. */
export function whyNotSplit(at: State, { id, state, cancelling, splitting }: Task): string | undefined {
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (at.session.shipping) return "The work is being shipped, so no task can be divided now.";
  if (isOver(state))
    return isDone(state)
      ? `${id} is done, so there is nothing to divide. New work: huddle do --hotfix "…"`
      : `${id} is over without its work, so there is nothing to divide.`;
  if (isHeld(state)) return `${id} is with you. Give it back first: huddle task give ${id}`;
  if (cancelling !== undefined) return `${id} is being cancelled.`;
  if (at.stage?.phase !== "implementation" || at.stage.requested)
    return 'Nobody builds now, so the plan can still be changed as a whole: huddle edit tasks, or huddle say "…"';
  if (splitting?.proposal)
    return `It is divided already, and waits for your answer to ${splitId(splitting.proposal.seq)}: huddle inbox`;
  if (nextState(state, "prepared") !== undefined || nextState(state, "landed") !== undefined)
    return `${id} is approved and about to land, so dividing it would only lose work. To send it back: huddle task comment ${id} "…"`;
  if (architectWithTools(at) === undefined)
    return "The team has no architect who could divide it. Change the plan yourself: huddle edit tasks";
  if (Object.keys(at.tasks).length + 2 > mostTasks)
    return `There are ${Object.keys(at.tasks).length} tasks, and a plan cannot have more than ${mostTasks}.`;
  return undefined;
}
