import { tasksSchema } from "./artifacts.ts";
import { assignTasks } from "./assign-tasks.ts";
import type { Actor, Draft } from "./fact.ts";
import type { ArtifactId } from "./ids.ts";
import type { ArtifactKind } from "./phase.ts";
import type { Seat } from "./policy.ts";
import { byHarness } from "./ports.ts";

/** Accepting an artifact and what follows from it: an accepted plan becomes tasks, and each task gets its engineer. */
export function acceptArtifact(
  actor: Actor,
  id: ArtifactId,
  kind: ArtifactKind,
  body: unknown,
  seats: readonly Seat[],
): readonly [Draft, ...Draft[]] {
  const settled: Draft = {
    actor,
    event: { type: "artifact.settled", artifact: id, verdict: "accepted", reasons: [] },
  };
  if (kind !== "tasks") return [settled];
  const { tasks } = tasksSchema.parse(body);
  const assigned = assignTasks(tasks, seats).map(({ task, seat }) =>
    byHarness({ type: "task.assigned", task, seat, why: "fewest tasks in its layer" }),
  );
  return [settled, byHarness({ type: "tasks.planned", tasks, from: id }), ...assigned];
}
