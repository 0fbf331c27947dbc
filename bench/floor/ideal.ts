import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import { buildersOf } from "../../src/core/terms/policy.ts";
import { holdsSeat, isOver, isReady } from "../../src/core/terms/task-machine.ts";

/** What one task needed, in milliseconds. */
interface Needed {
  readonly task: string;
  readonly seat: string;
  readonly coding: number;
  readonly checks: number;
  readonly review: number;
  readonly landing: number;
  readonly dependsOn: readonly string[];
}

export interface Makespan {
  readonly ms: number;
  /** With nothing but its requests, its checks and its landings, one landing at a time. */
  readonly idealMs: number;
  /** The share of the engineers' time in which one had nothing to do although a task was ready. */
  readonly idle: number;
}

/** How long building took, and how long it would take at best. */
export function makespanOf(facts: readonly Fact[], latencyMs: number): Makespan {
  const from = timeOf(facts.find(({ event }) => event.type === "task.moved"));
  const to = timeOf(facts.findLast(({ event }) => event.type === "task.landed"));
  return { ms: to - from, idealMs: idealOf(neededBy(facts, latencyMs)), idle: idleIn(facts, from, to) };
}

function timeOf(fact: Fact | undefined): number {
  if (!fact) throw new Error("nothing was built");
  return Date.parse(fact.at);
}

function neededBy(facts: readonly Fact[], latencyMs: number): readonly Needed[] {
  const state = facts.reduce(fold, emptyState);
  const threads = new Map(
    facts.flatMap(({ event }) => (event.type === "loop.opened" ? [event.thread] : [])).map((one) => [one, 0]),
  );
  const opened = new Map<string, string>();
  for (const { seq, event } of facts) {
    if (event.type === "loop.opened") opened.set(`l${seq}`, event.thread);
    if (event.type !== "model.replied") continue;
    const thread = opened.get(event.loop) ?? "";
    threads.set(thread, (threads.get(thread) ?? 0) + 1);
  }
  const asked = (purpose: string, task: string) =>
    [...threads].reduce(
      (sum, [name, asks]) => (name.startsWith(`${purpose}/${task}.`) ? sum + asks : sum),
      0,
    );
  return Object.values(state.tasks).map(({ id, owner = "", plan }) => ({
    task: id,
    seat: owner,
    coding: asked("coding", id) * latencyMs,
    review: asked("review", id) * latencyMs,
    checks: checksOf(facts, id),
    landing: landingOf(facts, id),
    dependsOn: plan.dependsOn,
  }));
}

function checksOf(facts: readonly Fact[], task: string): number {
  return facts.reduce((sum, { event }) => {
    if (event.type !== "checks.finished" || event.task !== task || event.why !== "testing") return sum;
    return sum + event.results.reduce((all, { ms }) => all + ms, 0);
  }, 0);
}

/** From the moment it is a task's turn to the moment the branch has moved. */
function landingOf(facts: readonly Fact[], task: string): number {
  const landed = facts.findLastIndex(({ event }) => event.type === "task.landed" && event.task === task);
  const before = facts.slice(0, landed).findLast(({ event }) => event.type === "task.landed");
  const queued = facts.findLast(
    ({ event }) => event.type === "task.moved" && event.task === task && event.trigger === "prepared",
  );
  return timeOf(facts[landed]) - Math.max(timeOf(queued), before ? timeOf(before) : 0);
}

/** Each task begins when all it builds on has landed and its engineer is free, who is while a task is in review. */
function idealOf(all: readonly Needed[]): number {
  const landed = new Map<string, number>();
  const free = new Map<string, number>();
  let place = 0;
  while (landed.size < all.length) {
    const ready = all
      .filter(({ task, dependsOn }) => !landed.has(task) && dependsOn.every((one) => landed.has(one)))
      .map((one) => {
        const begin = Math.max(free.get(one.seat) ?? 0, ...one.dependsOn.map((id) => landed.get(id) ?? 0));
        return { one, tested: begin + one.coding + one.checks };
      })
      .toSorted((a, b) => a.tested + a.one.review - (b.tested + b.one.review));
    const [next] = ready;
    if (!next) throw new Error("the plan has a cycle");
    free.set(next.one.seat, next.tested);
    place = Math.max(place, next.tested + next.one.review) + next.one.landing;
    landed.set(next.one.task, place);
  }
  return place;
}

function idleIn(facts: readonly Fact[], from: number, to: number): number {
  let state = emptyState;
  let before = from;
  let idle = 0;
  for (const fact of facts) {
    const at = Math.min(to, Math.max(from, Date.parse(fact.at)));
    idle += wastedIn(state) * (at - before);
    before = at;
    state = fold(state, fact);
  }
  return idle / (buildersOf(state.session.seats).length * (to - from));
}

/** How many engineers have nothing to do although there is something. */
function wastedIn(state: State): number {
  const tasks = Object.values(state.tasks);
  const busy = tasks.filter((task) => holdsSeat(task.state)).length;
  const ready = tasks.filter(
    (task) =>
      isReady(task.state) &&
      tasks.every((other) => !task.plan.dependsOn.includes(other.id) || isOver(other.state)),
  ).length;
  return Math.max(0, Math.min(ready, buildersOf(state.session.seats).length - busy));
}
