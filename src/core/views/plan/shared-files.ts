import type { State } from "../../state/state.ts";
import type { PlannedTask, TaskPlan } from "../../terms/artifacts.ts";
import type { TaskId } from "../../terms/ids.ts";
import { layersOf, plainPath, sharesFile } from "../../terms/task-graph.ts";
import { followersOf } from "./plan-shape.ts";

/**
 * Files that several tasks edit of which none depends on the other, a line each. Where `parallel` is in force, such
 * tasks wait for each other; in older sessions they may conflict when they land.
 */
export function sharedFiles({ tasks }: TaskPlan, { session: { policy } }: State): readonly string[] {
  const followers = followersOf(tasks);
  const waits = (a: string, b: string) => followers.get(a)?.has(b) || followers.get(b)?.has(a);
  const filesOf = new Map(tasks.map(({ id, files }) => [id, new Set(files.map(plainPath))]));
  return [...new Set([...filesOf.values()].flatMap((files) => [...files]))].flatMap((file) => {
    const editors = tasks.map(({ id }) => id).filter((id) => filesOf.get(id)?.has(file));
    const free = editors.filter((id) => editors.some((other) => other !== id && !waits(id, other)));
    if (free.length === 0) return [];
    return [
      policy.parallel === undefined
        ? `Warning: ${free.join(", ")} may be built at the same time, and all edit ${file}. They may conflict when they land; to avoid it, let one depend on the other.`
        : `${free.join(", ")} all edit ${file}, so they are built one after another.`,
    ];
  });
}

/** The tasks with what they wait for in fact: of those that edit one file, each for the one before. */
export function inTurn(tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const ordered = layersOf(tasks).flat();
  return ordered.map((task, at) => {
    const before: readonly TaskId[] = ordered
      .slice(0, at)
      .filter((other) => sharesFile(task, other))
      .map(({ id }) => id);
    return { ...task, dependsOn: [...new Set([...task.dependsOn, ...before])] };
  });
}
