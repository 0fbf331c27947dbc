import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { Instant, TaskId } from "../../terms/ids.ts";
import { layersOf } from "../../terms/task-graph.ts";
import { isOver } from "../../terms/task-machine.ts";

/** A layer of tasks is over, and a person looks at it before the next one begins. */
export interface LayerStop {
  /** Counted from 1. */
  readonly layer: number;
  /** Seq of the last move in it and the layers before it. */
  readonly since: number;
  readonly tasks: readonly TaskId[];
  /** When it goes on without a person, because none is there. */
  readonly dueAt?: Instant;
}

/** The layer that waits for a person's look. Undefined: none does. */
export function layerStop(state: State): LayerStop | undefined {
  const { policy } = state.session;
  if (policy.stops !== "layer" || state.stage?.phase !== "implementation") return undefined;
  const layers = tasksByLayer(state);
  const open = layers.findIndex((layer) => layer.some(({ state: at }) => !isOver(at)));
  if (open < 1) return undefined;
  const since = endOf(layers, open);
  if ((state.session.looked?.upTo ?? 0) >= since) return undefined;
  const dueAt = dueOf(state, layers.slice(0, open).flat());
  const tasks = (layers[open - 1] ?? []).map(({ id }) => id);
  return { layer: open, since, tasks, ...(dueAt !== undefined && { dueAt }) };
}

/** Since when the layers before a task let it begin. Undefined: they do not yet. */
export function letThroughAt(state: State): (task: Task) => number | undefined {
  if (state.session.policy.stops !== "layer") return () => 0;
  const layers = tasksByLayer(state);
  const { upTo = 0, seq = 0 } = state.session.looked ?? {};
  return ({ id }) => {
    const layer = layers.findIndex((tasks) => tasks.some((task) => task.id === id));
    if (layer < 1) return 0;
    const isOpen = layers.slice(0, layer).some((tasks) => tasks.some(({ state: at }) => !isOver(at)));
    return isOpen || upTo < endOf(layers, layer) ? undefined : seq;
  };
}

type Layered = Task & { readonly dependsOn: readonly TaskId[] };

function tasksByLayer(state: State): readonly (readonly Layered[])[] {
  return layersOf(tasksInOrder(state).map((task) => ({ ...task, dependsOn: task.plan.dependsOn })));
}

/** Seq of the last move in so many layers. */
function endOf(layers: readonly (readonly Layered[])[], count: number): number {
  return Math.max(0, ...layers.slice(0, count).flatMap((tasks) => tasks.map(({ movedAt }) => movedAt)));
}

/** Counted from when nobody was there: the end of the layer, or the beginning of the run. */
function dueOf({ runner }: State, tasks: readonly Task[]): Instant | undefined {
  if (!runner || runner.stopped !== undefined || runner.waitMs === undefined) return undefined;
  const begun = [runner.at ?? "", ...tasks.map(({ overAt = "" }) => overAt)].toSorted().at(-1);
  return begun === undefined || begun === ""
    ? undefined
    : new Date(Date.parse(begun) + runner.waitMs).toISOString();
}
