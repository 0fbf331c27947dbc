import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { threadNamed } from "../../state/threads.ts";
import type { SeatId } from "../../terms/ids.ts";
import { buildersOf, reviewerOf, type Seat } from "../../terms/policy.ts";
import { isInReview } from "../../terms/task-machine.ts";

/**
 * Who judges a task: the architect, or, where the policy says so, the engineer with the fewest reviews so far. Whoever has
 * begun a review ends it, and whoever asked for changes looks at them. Undefined: nobody can.
 */
export function reviewerFor(state: State, task: Task): Seat | undefined {
  const { seats, policy } = state.session;
  const author = task.owner ?? "";
  if (policy.review?.by !== "peers") return reviewerOf(seats, author);
  const bound = threadNamed(state, reviewThread(task))?.seat ?? task.review?.seat;
  const same = buildersOf(seats).find(({ id }) => id === bound && id !== author);
  return same ?? leastBusy(state, task) ?? reviewerOf(seats, author);
}

/** The conversation in which the next verdict on a task is given. */
export function reviewThread({ id, attempt, reviews }: Task): string {
  return `review/${id}.${attempt}/${reviews + 1}`;
}

/** Of several tasks that wait for a peer, those that came first are given out first. */
function leastBusy(state: State, task: Task): Seat | undefined {
  const builders = buildersOf(state.session.seats);
  const before = Object.values(state.tasks).filter((one) => isUnbound(state, one) && comesBefore(one, task));
  const counts = new Map(builders.map(({ id }) => [id, reviewsOf(state, id)]));
  for (const one of before.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1))) {
    const seat = fewest(counts, one.owner, builders);
    if (seat) counts.set(seat.id, (counts.get(seat.id) ?? 0) + 1);
  }
  return fewest(counts, task.owner, builders);
}

/** It waits for a review that nobody has begun. */
function isUnbound(state: State, task: Task): boolean {
  return isInReview(task.state) && !threadNamed(state, reviewThread(task)) && !task.review;
}

function comesBefore(one: Task, other: Task): boolean {
  return one.movedAt < other.movedAt || (one.movedAt === other.movedAt && one.order < other.order);
}

function fewest(
  counts: ReadonlyMap<SeatId, number>,
  author: SeatId | undefined,
  builders: readonly Seat[],
): Seat | undefined {
  const others = builders.filter(({ id }) => id !== author);
  return others.toSorted((a, b) => (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0))[0];
}

/** Reviews that a member gave or has begun. */
function reviewsOf({ session, threads }: State, seat: SeatId): number {
  const begun = threads.filter((thread) => thread.purpose === "review" && thread.seat === seat);
  return (session.reviewsBy?.[seat] ?? 0) + begun.length;
}
