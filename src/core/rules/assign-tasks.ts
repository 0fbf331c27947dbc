import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { PlannedTask } from "../terms/artifacts.ts";
import type { SeatId, TaskId } from "../terms/ids.ts";
import { buildersOf, type Seat } from "../terms/policy.ts";
import { layersOf } from "../terms/task-graph.ts";

/**
 * Assigns each task to the engineer with tools who has the fewest tasks in its layer; ties go by the order of seats.
 */
export function assignTasks(
  tasks: readonly PlannedTask[],
  seats: readonly Seat[],
): readonly { readonly task: TaskId; readonly seat: SeatId }[] {
  return fewestFirst(tasks, seats, new Map());
}

export interface Owner {
  readonly task: TaskId;
  readonly seat: SeatId;
  readonly why: string;
}

/**
 * Proposes an engineer for each task without an owner: of its volunteers, the one with the fewest tasks in its layer;
 * without volunteers, any engineer by the same rule. `late`: wishes that are not in the state yet.
 */
export function proposedOwners(
  state: State,
  late?: {
    readonly seat: SeatId;
    readonly wanted: readonly { readonly task: TaskId; readonly why: string }[];
  },
): readonly Owner[] {
  const tasks = tasksInOrder(state);
  const open = tasks.filter((task) => task.owner === undefined);
  const wishes = new Map(
    open.map((task) => {
      const more = late?.wanted.filter((wish) => wish.task === task.id) ?? [];
      return [
        task.id,
        [...task.volunteers, ...more.map(({ why }) => ({ seat: late?.seat ?? "", why }))],
      ] as const;
    }),
  );
  const plans = tasks.map((task) => task.plan);
  const owners = fewestFirst(plans, state.session.seats, wishes);
  return owners
    .filter(({ task }) => wishes.has(task))
    .map(({ task, seat }) => {
      const wish = wishes.get(task)?.find((one) => one.seat === seat);
      return { task, seat, why: wish ? `volunteered: ${wish.why}` : "fewest tasks in its layer" };
    });
}

function fewestFirst(
  tasks: readonly PlannedTask[],
  seats: readonly Seat[],
  wishes: ReadonlyMap<TaskId, readonly { readonly seat: SeatId }[]>,
): readonly { readonly task: TaskId; readonly seat: SeatId }[] {
  const engineers = buildersOf(seats).map((seat) => seat.id);
  return layersOf(tasks).flatMap((layer) => {
    const load = new Map(engineers.map((seat) => [seat, 0]));
    return layer.flatMap((task) => {
      const willing = engineers.filter((seat) => wishes.get(task.id)?.some((wish) => wish.seat === seat));
      const able = willing.length > 0 ? willing : engineers;
      const [seat] = able.toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0));
      if (seat === undefined) return [];
      load.set(seat, (load.get(seat) ?? 0) + 1);
      return [{ task: task.id, seat }];
    });
  });
}
