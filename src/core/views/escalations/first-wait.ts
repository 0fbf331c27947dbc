import type { Wait } from "../../decide/waits/wait.ts";
import { dependentsOf } from "../../rules/cancel-tasks.ts";
import type { State } from "../../state/state.ts";
import type { TaskId } from "../../terms/ids.ts";

/**
 * Of what waits for a person, what is worth doing first: what holds up the whole team; then what a time limit settles
 * without them, soonest first; then what holds up most tasks; then handing over; last what ends by itself. Among equals
 * the oldest.
 */
export function firstWait(state: State, waits: readonly Wait[]): Wait | undefined {
  return waits
    .map((wait) => ({ wait, rank: rankOf(wait), due: dueOf(wait), held: heldUp(state, wait) }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (a.due < b.due ? -1 : a.due > b.due ? 1 : 0) ||
        b.held - a.held ||
        a.wait.since - b.wait.since,
    )[0]?.wait;
}

const never = "~";

function rankOf(wait: Wait): number {
  if (wait.kind === "provider") return 3;
  if (wait.kind === "ship") return 2;
  return tasksOf(wait) === undefined ? 0 : 1;
}

/** When something happens without the person that they may not want. */
function dueOf(wait: Wait): string {
  return ("dueAt" in wait ? wait.dueAt : undefined) ?? never;
}

function heldUp(state: State, wait: Wait): number {
  let tasks = tasksOf(wait) ?? [];
  for (;;) {
    const more = dependentsOf(state, tasks).map(({ id }) => id);
    if (more.length === 0) return tasks.length;
    tasks = [...tasks, ...more];
  }
}

/** The tasks that cannot go on. Undefined: nothing can. */
function tasksOf(wait: Wait): readonly TaskId[] | undefined {
  switch (wait.kind) {
    case "task":
      return [wait.task, ...(wait.also ?? [])];
    case "split":
      return [wait.task];
    case "question":
    case "approval":
    case "window":
      return wait.task === undefined ? undefined : [wait.task];
    case "stuck":
      return taskIn(wait.step, /^task\/(t\d+)\//);
    case "budget":
      return taskIn(wait.scope, /^task:(t\d+)$/);
    case "provider":
    case "ship":
      return [];
    case "accept":
    case "assign":
    case "baseline":
    case "layer":
    case "limit":
    case "size":
      return undefined;
  }
}

function taskIn(name: string, form: RegExp): readonly TaskId[] | undefined {
  const task = form.exec(name)?.[1];
  return task === undefined ? undefined : [task];
}
