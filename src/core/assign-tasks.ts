import type { PlannedTask } from "./artifacts.ts";
import type { SeatId, TaskId } from "./ids.ts";
import { buildersOf, type Seat } from "./policy.ts";
import { layersOf } from "./task-graph.ts";

/** Who takes which task: in each layer the engineer with tools and the fewest tasks of it, ties in the order of seats. */
export function assignTasks(
  tasks: readonly PlannedTask[],
  seats: readonly Seat[],
): readonly { readonly task: TaskId; readonly seat: SeatId }[] {
  const engineers = buildersOf(seats);
  return layersOf(tasks).flatMap((layer) => {
    const load = new Map(engineers.map((seat) => [seat.id, 0]));
    return layer.flatMap((task) => {
      const [seat] = [...load].sort(([, a], [, b]) => a - b);
      if (!seat) return [];
      load.set(seat[0], seat[1] + 1);
      return [{ task: task.id, seat: seat[0] }];
    });
  });
}
