import { type Draft, type Refusal, refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { cancelTasks as cancelled, dependentsOf, isBegun } from "../../core/rules/cancel-tasks.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { TaskId } from "../../core/terms/ids.ts";
import { isDone, isHeld, isOver, needsDecision } from "../../core/terms/task-machine.ts";
import { taskNamed } from "./task-named.ts";
import { tell, whyOver } from "./tell.ts";

/** What became of each task that a person wants cancelled. */
export interface Cancelled {
  readonly task: TaskId;
  /** `later`: something has begun in git; it is finished first, and if the task lands by that, it has landed. */
  readonly how: "now" | "later";
}

/** `sure`: the person knows that other tasks build on these and will wait. Otherwise that is refused, with their names. */
export async function cancelTasks(
  journal: Journal,
  ids: readonly TaskId[],
  sure: boolean,
): Promise<readonly Cancelled[]> {
  let outcome: readonly Cancelled[] = [];
  await tell(journal, (at) => {
    const tasks = tasksNamed(at, [...new Set(ids)]);
    if ("refused" in tasks) return tasks;
    const first = sure ? undefined : knownFirst(at, ids);
    if (first !== undefined) return refusal(first);
    const later = tasks.filter((task) => isBegun(at, task.id));
    const now = tasks.filter((task) => !later.includes(task));
    outcome = tasks.map((task) => ({ task: task.id, how: later.includes(task) ? "later" : "now" }));
    const [draft, ...rest] = [...cancelled("human", now, at), ...later.flatMap(requested)];
    return draft ? [draft, ...rest] : undefined;
  });
  return outcome;
}

/** What a person has to know before they cancel tasks. Undefined: nothing. */
export function knownFirst(at: State, ids: readonly TaskId[]): string | undefined {
  const held = ids.filter((id) => isHeld(taskNamed(at, id).state));
  if (held.length > 0) return withYou(ids, held);
  const dependents = dependentsOf(at, ids);
  return dependents.length > 0 ? buildOn(ids, dependents) : undefined;
}

/** The tasks that build on these and wait for the person now. None waits for a task that may still land. */
export function waitingFor(at: State, ids: readonly TaskId[]): readonly TaskId[] {
  return dependentsOf(at, ids).flatMap(({ id, state }) => (needsDecision(state) ? [id] : []));
}

function tasksNamed(at: State, ids: readonly TaskId[]): readonly Task[] | Refusal {
  const over = whyOver(at);
  if (over !== undefined) return refusal(over);
  const tasks = ids.map((id) => taskNamed(at, id));
  const done = tasks.find((task) => isOver(task.state));
  if (!done) return tasks;
  return refusal(
    isDone(done.state)
      ? `${done.id} is done, so it can no longer be cancelled. To take back what has landed of it: huddle task cancel ${done.id} --revert`
      : `${done.id} is cancelled already.`,
  );
}

function withYou(ids: readonly TaskId[], held: readonly TaskId[]): string {
  const [is, its] = held.length === 1 ? ["is", "its worktree"] : ["are", "their worktrees"];
  return `${held.join(" and ")} ${is} with you, and what you changed in ${its} would be lost. To cancel all the same: huddle task cancel ${ids.join(" ")} --yes`;
}

function buildOn(ids: readonly TaskId[], dependents: readonly Task[]): string {
  const names = dependents.map((task) => task.id);
  const [these, those] = [ids.join(" and "), names.join(" and ")];
  const one = names.length === 1;
  const it = one ? "it" : "them";
  return [
    `${those} ${one ? "builds" : "build"} on ${these}.`,
    `If you cancel ${these}, ${those} ${one ? "waits" : "wait"} for you: you can let ${it} go on without ${these}, change ${it}, or cancel ${it}, too.`,
    `To cancel only ${these}: huddle task cancel ${ids.join(" ")} --yes.`,
    `To cancel ${ids.length + names.length === 2 ? "both" : "all of them"}: huddle task cancel ${[...ids, ...names].join(" ")}`,
  ].join(" ");
}

function requested(task: Task): readonly Draft[] {
  if (task.cancelling !== undefined) return [];
  return [{ actor: "human", event: { type: "cancel.requested", task: task.id } }];
}
