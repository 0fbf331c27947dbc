import { oneLine } from "../text/one-line.ts";
import type { TaskId } from "./ids.ts";

/** In one plan. */
export const mostTasks = 60;

export interface GraphTask {
  readonly id: TaskId;
  readonly dependsOn: readonly TaskId[];
}

export type GraphFault =
  | { readonly kind: "duplicate"; readonly id: TaskId }
  | { readonly kind: "unknown"; readonly id: TaskId; readonly named: TaskId }
  | { readonly kind: "cycle"; readonly ids: readonly TaskId[] };

/** Every fault of a graph, in the order of its tasks; none if the graph is sound. */
export function graphFaults(tasks: readonly GraphTask[]): readonly GraphFault[] {
  const known = new Set(tasks.map((task) => task.id));
  const duplicates = tasks
    .filter((task, index) => tasks.findIndex((other) => other.id === task.id) < index)
    .map((task): GraphFault => ({ kind: "duplicate", id: task.id }));
  const unknowns = tasks.flatMap((task) =>
    task.dependsOn
      .filter((id) => !known.has(id))
      .map((named): GraphFault => ({ kind: "unknown", id: task.id, named })),
  );
  const cycle = findCycle(tasks);
  return [...duplicates, ...unknowns, ...(cycle ? [{ kind: "cycle" as const, ids: cycle }] : [])];
}

export function describeGraphFault(fault: GraphFault): string {
  switch (fault.kind) {
    case "duplicate":
      return `Two tasks have the id ${fault.id}. Give each its own.`;
    case "unknown":
      return `Task ${fault.id} depends on ${fault.named}, which does not exist.`;
    case "cycle":
      return `Tasks depend on each other in a circle: ${fault.ids.join(" → ")}. Break it somewhere.`;
  }
}

/** Whether both name one file. */
export function sharesFile(
  a: { readonly files: readonly string[] },
  b: { readonly files: readonly string[] },
): boolean {
  const files = new Set(a.files.map(plainPath));
  return b.files.some((file) => files.has(plainPath(file)));
}

/** `./src/a.ts` and `src/a.ts` are one file. */
export function plainPath(path: string): string {
  return oneLine(path).replace(/^(?:\.\/)+/, "");
}

/** Tasks by layer: a task is one layer below the deepest task it depends on. Expects a sound graph. */
export function layersOf<T extends GraphTask>(tasks: readonly T[]): readonly (readonly T[])[] {
  const depth = new Map<TaskId, number>();
  let left = [...tasks];
  while (left.length > 0) {
    const ready = left.filter((task) => task.dependsOn.every((id) => depth.has(id)));
    if (ready.length === 0) break;
    for (const task of ready)
      depth.set(task.id, 1 + Math.max(-1, ...task.dependsOn.map((id) => depth.get(id) ?? 0)));
    left = left.filter((task) => !depth.has(task.id));
  }
  const layers: T[][] = [];
  for (const task of tasks) {
    const layer = depth.get(task.id);
    if (layer === undefined) continue;
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(task);
  }
  return layers;
}

/** The longest chain of tasks, each waiting for the one before. Expects a sound graph. */
export function longestChain(tasks: readonly GraphTask[]): readonly TaskId[] {
  const layers = layersOf(tasks);
  const depth = new Map(layers.flatMap((layer, index) => layer.map(({ id }) => [id, index] as const)));
  const chain: TaskId[] = [];
  for (let task = layers.at(-1)?.[0]; task; ) {
    chain.unshift(task.id);
    const before = [...task.dependsOn].sort((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0))[0];
    task = tasks.find(({ id }) => id === before);
  }
  return chain;
}

function findCycle(tasks: readonly GraphTask[]): readonly TaskId[] | undefined {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const finished = new Set<TaskId>();
  for (const start of tasks) {
    const trail: TaskId[] = [];
    const found = walk(start.id, trail);
    if (found) return found;
  }
  return undefined;

  function walk(id: TaskId, trail: TaskId[]): readonly TaskId[] | undefined {
    if (finished.has(id)) return undefined;
    const seenAt = trail.indexOf(id);
    if (seenAt >= 0) return [...trail.slice(seenAt), id];
    trail.push(id);
    for (const next of byId.get(id)?.dependsOn ?? []) {
      const found = walk(next, trail);
      if (found) return found;
    }
    trail.pop();
    finished.add(id);
    return undefined;
  }
}
