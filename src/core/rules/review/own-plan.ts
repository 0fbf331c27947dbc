import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { isWithoutTalk, reviewerOf, type Seat } from "../../terms/policy.ts";

/**
 * Whether the author of a task says how it will go about it before it writes. By default only where the team has not
 * settled the approach before: not after a pre-code review, not in small work without a talk, and not in a hurry.
 */
export function plansFirst({ session: { policy }, accepted }: State, task: Task): boolean {
  if (task.ownPlan?.agreed || task.commit !== undefined) return false;
  switch (policy.planning) {
    case "on":
      return true;
    case "auto":
      return accepted.approach === undefined && !isWithoutTalk(policy) && task.hurried === undefined;
    case "off":
    case undefined:
      return false;
  }
}

/** Who judges what an author plans, or claims to be done already: the architect, or else another engineer. */
export function judgeOf({ session }: State, { owner = "" }: Task): Seat | undefined {
  return reviewerOf(session.seats, owner);
}
