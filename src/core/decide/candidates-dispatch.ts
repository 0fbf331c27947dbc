import { letThroughAt } from "../rules/review/layer-stop.ts";
import { haltedSince } from "../rules/trouble/same-trouble.ts";
import { isInHand, splittingOf } from "../rules/trouble/split-task.ts";
import { isUnderWay } from "../rules/trouble/who-decides.ts";
import type { Approval } from "../state/session.ts";
import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import type { SeatId } from "../terms/ids.ts";
import { buildersOf } from "../terms/policy.ts";
import { sharesFile } from "../terms/task-graph.ts";
import { isOver, isReady } from "../terms/task-machine.ts";
import { type Candidate, keyOf, worktree } from "./step.ts";
import { personsQuestion } from "./waits/question.ts";

/** A task that could be given to a seat, and the seq from which it could. */
interface Offer {
  readonly task: Task;
  readonly seat: SeatId;
  readonly since: number;
  /** It is in another seat's queue. */
  readonly taken: boolean;
}

/**
 * Which ready tasks are given out, and to whom. Each seat has one task in hand. A task that a person hurried comes
 * before all others; of these, the one that could begin first does; of two at once, a seat begins with its own. Only
 * where `parallel` is in force does a free seat take what waits in another's queue, and wait for tasks with the same
 * files. A task that comes back to its author, or that is hurried, can take the place of one that was about to be given
 * out: nothing of that has begun. Where two tasks failed at the same thing of this machine, no other one begins.
 */
export function dispatchCandidates(state: State, tasks: readonly Task[]): readonly Candidate[] {
  const { parallel = Number.POSITIVE_INFINITY } = state.session.policy;
  let room = parallel - tasks.filter((task) => isInHand(state, task)).length;
  const given: Offer[] = [];
  const halted = haltedSince(state) ?? Number.POSITIVE_INFINITY;
  const offers = offersOf(state, tasks).filter(({ since }) => since < halted);
  for (const offer of offers.toSorted(earlier)) {
    const isGone = given.some(({ task, seat }) => task.id === offer.task.id || seat === offer.seat);
    if (isGone || room <= 0 || given.some(({ task }) => isApart(state, offer.task, task))) continue;
    given.push(offer);
    room -= 1;
  }
  return [...given.map(candidate), ...stuckOnes(state, tasks)];
}

function candidate({ task, seat, since }: Omit<Offer, "taken">): Candidate {
  const claims = [`desk:${seat}`, worktree(task)];
  return { since, step: { kind: "dispatch", key: keyOf(task), claims, task: task.id, seat } };
}

/** What could not be given out and waits for a person. It is shown, and takes nobody's place. */
function stuckOnes(state: State, tasks: readonly Task[]): readonly Candidate[] {
  return tasks.flatMap((task) => {
    const { owner: seat, movedAt: since } = task;
    return isReady(task.state) && isStuck(state, task) && seat !== undefined
      ? [candidate({ task, seat, since })]
      : [];
  });
}

function isStuck({ failures }: State, task: Task): boolean {
  return failures[keyOf(task)]?.kind === "stuck";
}

function earlier(a: Offer, b: Offer): number {
  return (
    rank(a) - rank(b) || a.since - b.since || Number(a.taken) - Number(b.taken) || a.task.order - b.task.order
  );
}

/** Of those that a person hurried, the one hurried first. */
function rank({ task: { hurried = Number.MAX_SAFE_INTEGER } }: Offer): number {
  return hurried;
}

function offersOf(state: State, tasks: readonly Task[]): readonly Offer[] {
  const free = freeSeats(state, tasks);
  const through = letThroughAt(state);
  return tasks.flatMap((task) => {
    const ready = readySince(state, task, tasks);
    const looked = ready === undefined ? undefined : through(task);
    if (ready === undefined || looked === undefined) return [];
    const seats = isForAll(state, task)
      ? [...free.keys()]
      : [...free.keys()].filter((seat) => seat === task.owner);
    return seats.map((seat) => ({
      task,
      seat,
      since: Math.max(ready, looked, free.get(seat) ?? 0),
      taken: seat !== task.owner,
    }));
  });
}

/** Who has no task in hand, and since when. */
function freeSeats(state: State, tasks: readonly Task[]): ReadonlyMap<SeatId, number> {
  const owners = [
    ...buildersOf(state.session.seats).map(({ id }) => id),
    ...tasks.flatMap(({ owner }) => owner ?? []),
  ];
  return new Map(
    [...new Set(owners)].flatMap((seat) => {
      const own = tasks.filter(({ owner }) => owner === seat);
      if (own.some((task) => isInHand(state, task))) return [];
      const left = own
        .filter((task) => !isReady(task.state))
        .map(({ movedAt, splitting }) => Math.max(movedAt, splitting?.seq ?? 0));
      return [[seat, Math.max(0, ...left)] as const];
    }),
  );
}

/** Whether any free seat may take it: nobody was asked who has it, and no person said so. */
function isForAll({ session: { policy } }: State, { byHand }: Task): boolean {
  return policy.parallel !== undefined && (policy.assign ?? "auto") === "auto" && byHand !== true;
}

/**
 * Since when a task could be given out: everything it depends on is over, and no task that edits the same files is in
 * its way. If something that it depends on was cancelled and no person let it go on without, it still comes up, and
 * then waits for one instead of starting.
 */
function readySince(state: State, task: Task, tasks: readonly Task[]): number | undefined {
  const isOut =
    task.cancelling !== undefined ||
    task.holding !== undefined ||
    splittingOf(state, task) !== undefined ||
    task.owner === undefined ||
    isStuck(state, task);
  if (!isReady(task.state) || isOut) return undefined;
  const needed = tasks.filter((other) => task.plan.dependsOn.includes(other.id));
  const before = editingTheSame(state, task, tasks);
  if (needed.some((other) => !isOver(other.state)) || before.some((other) => isInTheWay(state, other)))
    return undefined;
  const moved = [...needed, ...before].map((other) => letGoAt(state, other));
  return Math.max(state.stage?.since ?? 0, task.assignedAt, task.movedAt, task.wholeAt ?? 0, ...moved);
}

/** The tasks at work that edit a file of this one: it begins when none of them is in its way any more. */
export function holdersOfFiles(state: State, task: Task, tasks: readonly Task[]): readonly Task[] {
  return editingTheSame(state, task, tasks).filter((other) => isInTheWay(state, other));
}

function editingTheSame(state: State, task: Task, tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((other) => !isReady(other.state) && isApart(state, task, other));
}

/** It is at work. What waits for a person holds nobody else. */
function isInTheWay(state: State, task: Task): boolean {
  return (
    isUnderWay(state, task) &&
    task.splitting?.proposal === undefined &&
    !personsQuestion(state, task) &&
    !openApprovalOf(state, task)
  );
}

function letGoAt(state: State, task: Task): number {
  const asked = personsQuestion(state, task)?.passed?.seq ?? openApprovalOf(state, task)?.seq ?? 0;
  return Math.max(task.movedAt, asked, task.splitting?.proposal?.seq ?? 0);
}

/** The yes of a person that the task waits for. */
function openApprovalOf({ approvals }: State, { id }: Task): Approval | undefined {
  return Object.values(approvals).find(({ task, resolved }) => task === id && !resolved);
}

/** Both edit the same file: a dependency that nobody wrote down. Who begins first has it. */
function isApart({ session }: State, task: Task, other: Task): boolean {
  return session.policy.parallel !== undefined && task.id !== other.id && sharesFile(task.plan, other.plan);
}
