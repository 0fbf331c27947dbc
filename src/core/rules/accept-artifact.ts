import type { Actor, Draft } from "../facts/fact.ts";
import { byHarness } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { Artifact, PlannedTask } from "../terms/artifacts.ts";
import type { ArtifactId } from "../terms/ids.ts";
import { partsOf } from "../terms/meeting/agreement.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { isDone } from "../terms/task-machine.ts";
import { assignTasks } from "./assign-tasks.ts";
import { heldTask } from "./cancel-tasks.ts";
import { blockingIn, fixTasks } from "./fix-tasks.ts";
import { isSamePlan, planTasks } from "./plan-tasks.ts";

/**
 * Accepts an artifact, with everything that follows: the tasks of an accepted plan, the tasks that blocking findings
 * become, and an engineer for each task where Huddle assigns them.
 */
export function acceptArtifact(
  actor: Actor,
  id: ArtifactId,
  { kind, body }: Artifact,
  at: State,
): readonly [Draft, ...Draft[]] {
  const settled: Draft = {
    actor,
    event: { type: "artifact.settled", artifact: id, verdict: "accepted", reasons: [] },
  };
  if (kind === "tasks") return [settled, ...planned(body.tasks, id, at)];
  if (kind === "agreement") return [settled, ...planned(partsOf(body)[1].body.tasks, id, at)];
  if (kind !== "findings") return [settled];
  const blocking = blockingIn(body);
  if (blocking.length === 0) return [settled];
  const before = tasksInOrder(at);
  return [settled, ...planned([...before.map((task) => task.plan), ...fixTasks(blocking, before)], id, at)];
}

/** What the plan builds on a cancelled task waits for a person. */
function planned(tasks: readonly PlannedTask[], from: ArtifactId, at: State): readonly Draft[] {
  const then = planTasks(at, at.head, tasks).tasks;
  const held = tasks.flatMap(({ id }) => (then[id] && heldTask(then[id], then)) ?? []);
  return [...givenOut(tasks, from, at), ...held];
}

/** Unchanged tasks keep their engineer. */
function givenOut(tasks: readonly PlannedTask[], from: ArtifactId, at: State): readonly Draft[] {
  const plan = byHarness({ type: "tasks.planned", tasks: [...tasks], from });
  const { assign = "auto", pace } = at.session.policy;
  if (assign === "volunteer" && asksVolunteers(at)) return [plan, byHarness({ type: "volunteers.called" })];
  if (assign === "hand" && pace !== "auto") return [plan];
  const stays = new Set(tasks.filter((task) => isAsBefore(task, at)).map((task) => task.id));
  const owners = assignTasks(tasks, at.session.seats).filter(({ task }) => !stays.has(task));
  return [
    plan,
    ...owners.map(({ task, seat }) =>
      byHarness({ type: "task.assigned", task, seat, why: "fewest tasks in its layer" }),
    ),
  ];
}

/** Only some phases let engineers volunteer. In the others, tasks are assigned directly. */
function asksVolunteers({ stage }: State): boolean {
  return stage !== undefined && rulesOf(stage.phase).volunteers;
}

function isAsBefore(task: PlannedTask, at: State): boolean {
  const before = at.tasks[task.id];
  return before?.owner !== undefined && (isDone(before.state) || isSamePlan(before.plan, task));
}
