import { refusal } from "../../core/facts/fact.ts";
import type { Build, Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { dependentsOf } from "../../core/rules/cancel-tasks.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import type { TaskId } from "../../core/terms/ids.ts";
import { isDone, isOver, isReady } from "../../core/terms/task-machine.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";
import { doErrand, type ErrandEnd, type ErrandOptions } from "../ship/do-errand.ts";

export type Revert = NonNullable<Task["revert"]>;

/**
 * Takes back what has landed of a task, and sees it done. `sure`: the person knows that other tasks build on it.
 * Otherwise that is refused, with their names.
 */
export async function revertTask(
  project: Project,
  files: SessionFiles,
  { id, sure }: { readonly id: TaskId; readonly sure: boolean },
  options: ErrandOptions,
): Promise<ErrandEnd<{ readonly kind: "settled" } & Revert>> {
  const { journal } = files;
  const since = taskNamed(journal.state(), id).revert?.seq ?? 0;
  const errand = {
    kind: `revert/${id}`,
    runsChecks: true,
    request: () => wishToRevert(journal, id, sure),
    endOf(at: State) {
      const { revert } = taskNamed(at, id);
      return revert && revert.seq > since ? ({ kind: "settled", ...revert } as const) : undefined;
    },
  } as const;
  return doErrand(project, files, errand, options);
}

/** Says that the person wants it taken back; the runner does it. */
export async function wishToRevert(journal: Journal, id: TaskId, sure: boolean): Promise<void> {
  await tell(journal, (at) => wish(at, id, sure));
}

function wish(at: State, id: TaskId, sure: boolean): ReturnType<Build> {
  const task = taskNamed(at, id);
  const why = whyNotRevert(at, task) ?? (sure ? undefined : builtOn(at, task));
  if (why !== undefined) return refusal(why);
  // Another terminal has asked already, or this one was ended before it was done.
  if (task.reverting !== undefined) return undefined;
  return [{ actor: "human", event: { type: "revert.requested", task: id } }];
}

/** Why nothing can be taken back of a task. Undefined: it can. */
export function whyNotRevert(at: State, { id, state, landed, disposition }: Task): string | undefined {
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (at.session.shipping) return "The work is being shipped, so nothing can be taken out of it now.";
  if (disposition === "reverted") return `${id} is taken back already.`;
  if (!isOver(state)) return `${id} has not landed. To end it without its work: huddle task cancel ${id}`;
  if (!isDone(state)) return `${id} is over without its work, so there is nothing to take back.`;
  if (!landed) return `${id} was done already. Nothing of it landed, so there is nothing to take back.`;
  return undefined;
}

/** What builds on a task, for the person who wants it taken back. Undefined: nothing does. */
export function builtOn(at: State, { id }: Task): string | undefined {
  const landed = tasksInOrder(at).filter(({ state, plan }) => isDone(state) && plan.dependsOn.includes(id));
  const open = dependentsOf(at, [id]);
  const waiting = open.filter(({ state }) => isReady(state));
  const begun = open.filter(({ state }) => !isReady(state));
  if (landed.length + open.length === 0) return undefined;
  return [
    `Other tasks build on ${id}:`,
    ...listed(landed, `landed, and kept if the checks pass without ${id}`),
    ...listed(begun, `being built, and lands only if it holds without ${id}`),
    ...listed(waiting, "has not begun, and would wait for you"),
    `To take ${id} back all the same: huddle task cancel ${id} --revert --yes`,
  ].join("\n");
}

function listed(tasks: readonly Task[], words: string): readonly string[] {
  return tasks.map(({ id }) => `  ${id}: ${words}`);
}
