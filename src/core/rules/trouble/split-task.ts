import type { Actor, Draft } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { Splitting, Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { ArtifactOf, Part, PlannedTask } from "../../terms/artifacts.ts";
import { artifactId, type TaskId, type ThreadId } from "../../terms/ids.ts";
import { mostTasks } from "../../terms/task-graph.ts";
import { holdsSeat, isOver } from "../../terms/task-machine.ts";
import { acceptArtifact } from "../accept-artifact.ts";
import { nextTaskNumber } from "../fix-tasks.ts";
import { moveTask } from "../move-task.ts";
import { architectWithTools } from "./who-decides.ts";

/** Undefined: it is not to be split, or nobody is there any more who could divide it, so it goes on. */
export function splittingOf(state: Pick<State, "session">, { splitting }: Task): Splitting | undefined {
  return splitting?.proposal || architectWithTools(state) !== undefined ? splitting : undefined;
}

/** The conversation in which the architect divides the task. Each time it is another one. */
export function splitThread({ id, attempt, splits = 1 }: Task): ThreadId {
  return `split/${id}.${attempt}/${splits}`;
}

/** It keeps its engineer from taking another task. One that is to be split does not. */
export function isInHand(state: Pick<State, "session">, task: Task): boolean {
  return holdsSeat(task.state) && splittingOf(state, task) === undefined;
}

/** The criteria that the parts have to take over, in the order of their numbers. */
export function criteriaToCarry({ done, checks = [] }: PlannedTask): readonly string[] {
  return [...done, ...checks];
}

/** What is wrong with a division, in words the architect can act on. Empty: nothing of the task is lost by it. */
export function splitFaults(task: PlannedTask, parts: readonly Part[], tasks: number): readonly string[] {
  if (parts.length < 2) return ["Give at least two parts; or say why it cannot be divided."];
  const room = mostTasks - tasks;
  if (parts.length > room)
    return [`These are ${parts.length} tasks, and the plan has room for ${Math.max(0, room)} more.`];
  const criteria = criteriaToCarry(task);
  const carried = new Set(parts.flatMap(({ carries }) => carries));
  const served = new Set(parts.flatMap(({ requirements }) => requirements));
  return [
    ...task.requirements.filter((id) => !served.has(id)).map((id) => `No part serves ${id}.`),
    ...[...served]
      .filter((id) => !task.requirements.includes(id))
      .map((id) => `${id} is no requirement of ${task.id}.`),
    ...criteria.flatMap((_, index) =>
      carried.has(index + 1) ? [] : [`No part takes over criterion ${index + 1}.`],
    ),
    ...[...carried]
      .filter((number) => number > criteria.length)
      .map((number) => `${task.id} has no criterion ${number}.`),
    ...parts.flatMap((part, index) => partFaults(part, index + 1)),
  ];
}

function partFaults({ carries, done, after }: Part, number: number): readonly string[] {
  return [
    ...(carries.length === 0 && done.length === 0
      ? [`Part ${number} has no criteria: nobody could say when it is done.`]
      : []),
    ...after
      .filter((other) => other >= number)
      .map((other) => `Part ${number} cannot come after part ${other}: name earlier parts only.`),
  ];
}

/**
 * The plan with the parts right behind the task that they take the place of. What built on the task builds on the parts
 * on which no other part builds; the first ones build on what the task built on.
 */
function splitPlan(at: State, task: Task, parts: readonly Part[]): readonly PlannedTask[] {
  const before = tasksInOrder(at);
  const next = nextTaskNumber(before);
  const idOf = (number: number): TaskId => `t${next + number - 1}`;
  const needed = new Set(parts.flatMap(({ after }) => after));
  const last = parts.flatMap((_, index) => (needed.has(index + 1) ? [] : [idOf(index + 1)]));
  return before.flatMap((other) => {
    if (other.id === task.id)
      return [task.plan, ...parts.map((part, index) => partPlan(task, part, idOf(index + 1), idOf))];
    const { plan } = other;
    if (isOver(other.state) || !plan.dependsOn.includes(task.id)) return [plan];
    const dependsOn = plan.dependsOn.flatMap((id) => (id === task.id ? last : [id]));
    return [{ ...plan, dependsOn: [...new Set(dependsOn)] }];
  });
}

function partPlan(
  { plan, without = {} }: Task,
  part: Part,
  id: TaskId,
  idOf: (number: number) => TaskId,
): PlannedTask {
  const carried = [...new Set(part.carries)].toSorted((a, b) => a - b);
  const done = carried.flatMap((number) => plan.done[number - 1] ?? []);
  const checks = carried.flatMap((number) => plan.checks?.[number - 1 - plan.done.length] ?? []);
  const after = [...new Set(part.after)].map(idOf);
  return {
    id,
    title: part.title,
    requirements: [...new Set(part.requirements)],
    approach: part.approach,
    avoid: plan.avoid,
    // A plan needs a criterion; one of "shown by" alone would leave it without.
    done: [...done, ...part.done, ...(done.length + part.done.length === 0 ? checks : [])],
    ...(plan.decisions && { decisions: plan.decisions }),
    ...(checks.length > 0 && { checks }),
    files: part.files,
    // A person let the task go on without what was cancelled.
    dependsOn: after.length > 0 ? after : plan.dependsOn.filter((needed) => without[needed] === undefined),
  };
}

/** The task ends, and its parts are planned. `first` is the seq of the first of these drafts. */
export function splitTask(
  actor: Actor,
  at: State,
  task: Task,
  parts: readonly Part[],
  first: number,
): readonly [Draft, ...Draft[]] {
  const tasks = splitPlan(at, task, parts);
  const into = tasks.flatMap(({ id }) => (at.tasks[id] ? [] : [id]));
  const artifact: ArtifactOf<"tasks"> = { kind: "tasks", body: { tasks: [...tasks] } };
  const settled: Draft = {
    actor,
    event: { type: "split.settled", task: task.id, how: "split", words: "", into },
  };
  const ended = moveTask(task, "split", into.join(", "), { disposition: "split" });
  const plan: Draft = {
    actor,
    event: {
      type: "artifact.submitted",
      ...artifact,
      phase: "implementation",
      visit: at.visits.implementation ?? 1,
      version: (at.artifacts.tasks?.version ?? 0) + 1,
    },
  };
  const hurried = task.hurried === undefined ? [] : into;
  return [
    settled,
    { ...ended, actor },
    plan,
    ...acceptArtifact(actor, artifactId(first + 2), artifact, at),
    ...hurried.map((id): Draft => ({ actor, event: { type: "task.hurried", task: id } })),
  ];
}

/** The task that this one is a part of, if it took the place of one. */
export function wholeOf({ tasks }: Pick<State, "tasks">, id: TaskId): Task | undefined {
  return Object.values(tasks).find(({ into }) => into?.includes(id));
}
