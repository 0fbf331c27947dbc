import { refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Build, Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { isDone, isHeld, isOver, isReady } from "../../core/terms/task-machine.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";
import { doErrand } from "../ship/do-errand.ts";

/** A task that the person has now. `already`: they had it before. */
export interface Taken {
  readonly task: string;
  readonly worktree: string;
  readonly already: boolean;
}

/**
 * The person takes a task over: whoever is at work on it lets go, and nobody touches its worktree until it is given
 * back. Undefined: stopped while waiting for that. The wish stays.
 */
export async function takeTask(
  project: Project,
  files: SessionFiles,
  id: string,
  signal: AbortSignal,
): Promise<Taken | undefined> {
  const { journal } = files;
  const before = taskNamed(journal.state(), id);
  const held = isHeld(before.state) ? await placeOf(project, files, before) : undefined;
  if (held !== undefined) return { task: id, worktree: held, already: true };
  const errand = {
    kind: `hold/${id}`,
    runsChecks: false,
    request: () => wishToTake(journal, before),
    endOf: (at: State) => endOf(at, id),
  } as const;
  const end = await doErrand(project, files, errand, { signal });
  if ("kind" in end) {
    if (end.kind === "stopped") return undefined;
    const again = `Once that is mended: huddle reply ${end.id} retry`;
    throw new Fault("refused", `${id} could not be handed over: ${end.why}\n${again}`);
  }
  const worktree = await placeOf(project, files, end);
  if (worktree === undefined)
    throw new Fault("worktree.lost", `The worktree of ${id} is gone. Take it again.`);
  return { task: id, worktree, already: false };
}

/**
 * Says that the person wants a task; the runner hands it over. `seen`: the task when the person last looked; one that they
 * held then has lost its worktree.
 */
export async function wishToTake(journal: Journal, seen: Task): Promise<void> {
  await tell(journal, (at) => wish(at, seen.id, seen));
}

/** Where the worktree of a task stands. Undefined: it does not. */
export async function placeOf(
  project: Project,
  { id, journal }: SessionFiles,
  { worktree }: Task,
): Promise<string | undefined> {
  return worktree === undefined
    ? undefined
    : project.openWorkspace(id, journal.state().fence).placeOf(worktree);
}

function wish(at: State, id: string, seen: Task): ReturnType<Build> {
  const task = taskNamed(at, id);
  const why = whyNotTake(at, task, seen);
  if (why !== undefined) return refusal(why);
  // Another terminal has asked already, or this one was ended before it was done.
  if (task.holding !== undefined) return undefined;
  return [{ actor: "human", event: { type: "hold.requested", task: id } }];
}

/** Why the person cannot have a task, and what they can do. `seen`: as with `wishToTake`. Undefined: they can. */
export function whyNotTake(at: State, task: Task, seen: Task): string | undefined {
  const { id, state, owner, plan, cancelling } = task;
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (at.session.shipping) return "The work is being shipped, so nobody can take a task over now.";
  if (isOver(state))
    return isDone(state)
      ? `${id} is done: what has landed cannot be taken over. Its change: huddle diff ${id}`
      : `${id} is cancelled, so there is nothing to take over.`;
  if (at.stage?.phase !== "implementation")
    return `Nobody builds now, so ${id} cannot be taken over. See: huddle status`;
  if (cancelling !== undefined) return `${id} is being cancelled.`;
  if (isHeld(state) && task.movedAt !== seen.movedAt)
    return `${id} is with you already: huddle task open ${id}`;
  if (owner === undefined)
    return `Nobody has ${id} yet. Say who gets it back from you: huddle assign ${id} <name>`;
  const missing = plan.dependsOn.filter((other) => !isOver(at.tasks[other]?.state ?? "WAITING"));
  if (isReady(state) && missing.length > 0)
    return `${id} builds on ${missing.join(" and ")}, which ${missing.length === 1 ? "has" : "have"} not landed, so it cannot be begun yet.`;
  return undefined;
}

function endOf(at: State, id: string): Task | undefined {
  const task = taskNamed(at, id);
  if (isHeld(task.state) && task.holding === undefined) return task;
  if (!isOver(task.state)) return undefined;
  const how = isDone(task.state) ? "done" : "cancelled";
  throw new Fault("refused", `${id} is ${how}: that came before you could have it.`);
}
