import type { TaskId } from "../../terms/ids.ts";
import { type GraphTask, layersOf, longestChain } from "../../terms/task-graph.ts";

/**
 * What the graph of a plan says about building it. Rounds: how often each engineer takes a task, if all tasks take
 * equally long.
 */
export interface PlanShape {
  readonly tasks: number;
  readonly layers: number;
  /** The largest number of tasks of which none waits for another: this many can be built at once. */
  readonly width: number;
  readonly chain: readonly TaskId[];
  /** How many engineers the plan can use: as many as can work at once, or as there are. */
  readonly engineers: number;
  /** Rounds needed with this many engineers, and with one more. */
  readonly rounds: number;
  readonly roundsWithOneMore: number;
  /** The share of the rounds in which the last engineer has nothing to do; the same for one more, if the plan has room. */
  readonly lastWaits: number;
  readonly oneMoreWaits: number;
}

/** Expects a sound graph. */
export function shapeOf(tasks: readonly GraphTask[], builders: number): PlanShape {
  const width = widthOfGraph(tasks);
  const engineers = Math.max(1, Math.min(width, builders));
  const busy = busyByRound(tasks, engineers);
  const busier = busyByRound(tasks, engineers + 1);
  return {
    tasks: tasks.length,
    layers: layersOf(tasks).length,
    width,
    chain: longestChain(tasks),
    engineers,
    rounds: busy.length,
    roundsWithOneMore: busier.length,
    lastWaits: idleShare(busy, engineers),
    oneMoreWaits: idleShare(busier, engineers + 1),
  };
}

/**
 * By Dilworth's theorem, the largest set of tasks of which none waits for another is as large as the smallest number of
 * chains that cover all tasks. That number is the number of tasks minus the size of a maximum matching between tasks
 * and their successors.
 */
function widthOfGraph(tasks: readonly GraphTask[]): number {
  const followers = followersOf(tasks);
  const matched = new Map<TaskId, TaskId>();
  const pairs = tasks.filter(({ id }) => match(id, new Set())).length;
  return tasks.length - pairs;

  function match(id: TaskId, tried: Set<TaskId>): boolean {
    for (const next of followers.get(id) ?? []) {
      if (tried.has(next)) continue;
      tried.add(next);
      const other = matched.get(next);
      if (other !== undefined && !match(other, tried)) continue;
      matched.set(next, id);
      return true;
    }
    return false;
  }
}

/** Everything that waits for a task, directly or through others. */
export function followersOf(tasks: readonly GraphTask[]): ReadonlyMap<TaskId, ReadonlySet<TaskId>> {
  const followers = new Map<TaskId, Set<TaskId>>(tasks.map(({ id }) => [id, new Set()]));
  for (const layer of layersOf(tasks).toReversed())
    for (const task of layer)
      for (const before of task.dependsOn)
        for (const id of [task.id, ...(followers.get(task.id) ?? [])]) followers.get(before)?.add(id);
  return followers;
}

/** How many engineers work in each round if each free engineer takes the ready task with the longest path behind it. */
function busyByRound(tasks: readonly GraphTask[], engineers: number): readonly number[] {
  const way = wayBehind(tasks);
  const done = new Set<TaskId>();
  const rounds: number[] = [];
  while (done.size < tasks.length) {
    const ready = tasks.filter(
      ({ id, dependsOn }) => !done.has(id) && dependsOn.every((one) => done.has(one)),
    );
    if (ready.length === 0) break;
    const taken = ready.toSorted((a, b) => (way.get(b.id) ?? 0) - (way.get(a.id) ?? 0)).slice(0, engineers);
    for (const { id } of taken) done.add(id);
    rounds.push(taken.length);
  }
  return rounds;
}

/** For each task, the number of tasks on the longest path from it to the end. */
function wayBehind(tasks: readonly GraphTask[]): ReadonlyMap<TaskId, number> {
  const way = new Map<TaskId, number>(tasks.map(({ id }) => [id, 1]));
  for (const layer of layersOf(tasks).toReversed())
    for (const task of layer)
      for (const before of task.dependsOn)
        way.set(before, Math.max(way.get(before) ?? 1, 1 + (way.get(task.id) ?? 1)));
  return way;
}

function idleShare(busy: readonly number[], engineer: number): number {
  return busy.length === 0 ? 0 : busy.filter((count) => count < engineer).length / busy.length;
}

/** The shape for people, in sentences. */
export function shapeLines(shape: PlanShape): readonly string[] {
  const { tasks, layers } = shape;
  return [
    `${counted(tasks, "task")} in ${counted(layers, "layer")}, at most ${atOnce(shape)}`,
    engineersText(shape),
  ];
}

/** The same below a line that counts tasks and layers already. */
export function shapeRest(shape: PlanShape): readonly string[] {
  return [`At most ${atOnce(shape)}`, engineersText(shape)];
}

function atOnce({ width, chain }: PlanShape): string {
  return `${width} at once${chain.length > 1 ? `; the longest chain: ${chainText(chain)}` : ""}.`;
}

/** A long chain is shortened to its ends and its length. */
function chainText(chain: readonly TaskId[]): string {
  if (chain.length <= 8) return chain.join(" → ");
  return `${chain.slice(0, 3).join(" → ")} → … → ${chain.slice(-2).join(" → ")}, ${chain.length} tasks`;
}

function engineersText(shape: PlanShape): string {
  const { width, engineers, rounds, tasks } = shape;
  if (width <= 1)
    return tasks > 1
      ? "Worth one engineer: each task waits for the one before, so a second would have nothing to do."
      : "Worth one engineer.";
  const worth =
    engineers === 1
      ? "Worth more than the one engineer there is"
      : `Worth ${engineers} engineers: ${counted(rounds, "round")} of tasks instead of ${tasks}, if all take equally long`;
  return `${worth}. ${marginText(shape)}`;
}

/** What the last engineer adds or, if the team is smaller than the plan is wide, what one more would add. */
function marginText({ width, engineers, rounds, ...shape }: PlanShape): string {
  if (engineers < width) {
    const saved =
      shape.roundsWithOneMore < rounds
        ? `bring ${rounds} rounds down to ${shape.roundsWithOneMore}`
        : "save no round";
    return `A ${ordinal(engineers + 1)} engineer would ${saved} and ${waiting(shape.oneMoreWaits)}.`;
  }
  return `The ${ordinal(engineers)} engineer would ${waiting(shape.lastWaits)}; a ${ordinal(engineers + 1)} would have nothing to do.`;
}

const shares = [
  [1 / 4, "a quarter of"],
  [1 / 3, "a third of"],
  [1 / 2, "half of"],
  [2 / 3, "two thirds of"],
  [3 / 4, "three quarters of"],
] as const;

function waiting(share: number): string {
  if (share === 0) return "always have a task";
  if (share === 1) return "wait unless some tasks take longer than others";
  if (share <= 1 / 8) return "hardly ever wait";
  if (share >= 7 / 8) return "wait most of the time";
  const [nearest] = shares.toSorted(([a], [b]) => Math.abs(a - share) - Math.abs(b - share));
  return `wait ${nearest?.[1] ?? ""} the time`;
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

function ordinal(number: number): string {
  const ending =
    number % 100 > 10 && number % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return ordinals[number] ?? `${number}${ending}`;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
