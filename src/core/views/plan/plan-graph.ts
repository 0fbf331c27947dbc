import { assignTasks } from "../../rules/assign-tasks.ts";
import type { State } from "../../state/state.ts";
import type { TaskPlan } from "../../terms/artifacts.ts";
import { buildersOf } from "../../terms/policy.ts";
import { layersOf } from "../../terms/task-graph.ts";
import { type PlanShape, shapeOf } from "./plan-shape.ts";
import { inTurn } from "./shared-files.ts";

/** A task in the drawing. */
export interface GraphRow {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly dependsOn: readonly string[];
  /** Its state, once building has started. */
  readonly state?: string;
}

/** Everything that the drawing of a plan needs. */
export interface PlanGraph {
  readonly tasks: readonly GraphRow[];
  readonly shape: PlanShape;
}

export function planGraph(plan: TaskPlan, state: State): PlanGraph {
  return { tasks: drawnTasks(plan, state), shape: planShape(plan, state) };
}

/**
 * A plan's tasks as they are drawn, with their owners: those assigned, or those that accepting would assign. No owners
 * if a person has the last word.
 */
export function drawnTasks({ tasks }: TaskPlan, state: State): readonly GraphRow[] {
  const { assign = "auto" } = state.session.policy;
  const given = assign === "auto" ? assignTasks(tasks, state.session.seats) : [];
  const owners = new Map(given.map(({ task, seat }) => [task, seat]));
  return tasks.map(({ id, title, dependsOn }) => ({
    id,
    title,
    owner: state.tasks[id]?.owner ?? owners.get(id) ?? "",
    dependsOn,
  }));
}

/** Tasks that edit the same file count as a chain where they are built one after another. The layers stay as drawn. */
export function planShape({ tasks }: TaskPlan, { session: { policy, seats } }: State): PlanShape {
  const waiting = policy.parallel === undefined ? tasks : inTurn(tasks);
  return { ...shapeOf(waiting, buildersOf(seats).length), layers: layersOf(tasks).length };
}
