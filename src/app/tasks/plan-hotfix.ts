import { type Draft, refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { nextTaskNumber } from "../../core/rules/fix-tasks.ts";
import { isShortened, type OneMore, oneMoreTask } from "../../core/rules/reopen.ts";
import { aboutTask } from "../../core/rules/trouble/about-task.ts";
import type { State } from "../../core/state/state.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import type { TaskId } from "../../core/terms/ids.ts";
import { mostTasks } from "../../core/terms/task-graph.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

export interface Hotfix {
  readonly title: string;
  /** More about it. May be empty. */
  readonly brief: string;
}

/** A task that was planned into what is being built. */
export interface PlannedHotfix {
  readonly task: TaskId;
  readonly title: string;
  /** Left out: the person says who builds it. */
  readonly owner?: string;
}

/** Plans one more task into the iteration that is being built. It is given out and lands before all others. */
export async function planHotfix(journal: Journal, { title, brief }: Hotfix): Promise<PlannedHotfix> {
  if (title.trim() === "")
    throw new Fault("usage", 'Say what is to be done: huddle do --hotfix "mend the login"');
  const words = [title, brief].map((part) => part.trim()).filter((part) => part !== "");
  const more: OneMore = { title: title.trim(), approach: words.join(": ") };
  let task: TaskId = "";
  await tell(journal, (at, first) => {
    const why = whyNot(at);
    if (why !== undefined) return refusal(why);
    task = `t${nextTaskNumber(tasksInOrder(at))}`;
    const hurried: Draft = { actor: "human", event: { type: "task.hurried", task } };
    return [...oneMoreTask(at, more, first), hurried, ...inFull(task, more)];
  });
  const { plan, owner } = taskNamed(journal.state(), task);
  return { task, title: plan.title, ...(owner !== undefined && { owner }) };
}

function whyNot(at: State): string | undefined {
  const { session, stage } = at;
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (session.shipping) return 'The work is being shipped. Start new work with: huddle do "…"';
  if (stage?.requested)
    return `The team goes back to ${stage.requested.phase}. Say it to the team: huddle say "…"`;
  if (stage?.phase !== "implementation")
    return `Nothing is being built now, so there is nothing to plan this into. Say it to the team: huddle say "…". On its own: huddle do "…"`;
  if (Object.keys(at.tasks).length >= mostTasks)
    return `There are ${mostTasks} tasks, and a plan cannot have more. On its own: huddle do "…"`;
  return undefined;
}

/** What a line of a plan has no room for. */
function inFull(task: TaskId, more: OneMore): readonly Draft[] {
  return isShortened(more) ? [aboutTask(task, more.approach)] : [];
}
