import type { TaskPlan } from "../../terms/artifacts.ts";
import { plainPath } from "../../terms/task-graph.ts";
import { followersOf } from "./plan-shape.ts";

/** Files that tasks name which may be built at the same time, a line each. Such tasks may conflict when they land. */
export function sharedFiles({ tasks }: TaskPlan): readonly string[] {
  const followers = followersOf(tasks);
  const waits = (a: string, b: string) => followers.get(a)?.has(b) || followers.get(b)?.has(a);
  const filesOf = new Map(tasks.map(({ id, files }) => [id, new Set(files.map(plainPath))]));
  return [...new Set([...filesOf.values()].flatMap((files) => [...files]))].flatMap((file) => {
    const editors = tasks.map(({ id }) => id).filter((id) => filesOf.get(id)?.has(file));
    const free = editors.filter((id) => editors.some((other) => other !== id && !waits(id, other)));
    if (free.length === 0) return [];
    return [
      `Warning: ${free.join(", ")} may be built at the same time, and all edit ${file}. They may conflict when they land; to avoid it, let one depend on the other.`,
    ];
  });
}
