import type { EventOf } from "../../facts/events.ts";
import { refusal } from "../../facts/fact.ts";
import { reopen } from "../../rules/reopen.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { shipId, type TaskId, type WaitId } from "../../terms/ids.ts";
import { isWithoutTalk, phasesOf } from "../../terms/policy.ts";
import { isDone } from "../../terms/task-machine.ts";
import type { Answered, Answering } from "./answering.ts";

/** The work is reviewed and accepted, but the person has not yet said where it goes. */
export interface ShipWait {
  readonly kind: "ship";
  readonly id: WaitId;
  readonly since: number;
  /** Tasks that were cancelled or taken back, so that their work is not part of it. Left out: none. */
  readonly missing?: readonly TaskId[];
  /** Only words for people changed, so green checks were enough. */
  readonly isUnreviewed?: true;
}

export type ShipAnswer =
  /** The complete branch name, because it is recorded as it is. Git has already confirmed that it can be used. */
  | ({ readonly kind: "ship" } & Omit<EventOf<"ship.requested">, "type">)
  /** Something must change first: the team reads these words and works on. */
  | { readonly kind: "reopen"; readonly words: string };

/** `doneAt`: the seq since which everything the session was opened for is done. */
export function shipWaits(state: State, doneAt: number | undefined): readonly ShipWait[] {
  const { shipping, shipped } = state.session;
  if (doneAt === undefined || !builds(state) || shipping || shipped) return [];
  const missing = missingTasks(state);
  const isUnreviewed = isWithoutTalk(state.session.policy) && tasksInOrder(state).every(isUnread);
  return [
    {
      kind: "ship",
      id: shipId(doneAt),
      since: doneAt,
      ...(missing.length > 0 && { missing }),
      ...(isUnreviewed && { isUnreviewed }),
    },
  ];
}

function isUnread({ state, reviews }: Task): boolean {
  return !isDone(state) || reviews === 0;
}

/** Of a task that was divided, its parts count. */
export function missingTasks(state: State): readonly TaskId[] {
  return tasksInOrder(state).flatMap(({ id, state: at, disposition }) =>
    isDone(at) || disposition === "split" ? [] : [id],
  );
}

/** Whether there will be anything to ship. */
export function builds(state: State): boolean {
  return phasesOf(state.session.policy).includes("implementation");
}

export function answerShip({ answer, at, first }: Answering<ShipWait, ShipAnswer>): Answered {
  if (answer.kind === "ship") {
    const { kind: _, ...asked } = answer;
    return [shipRequested(asked)];
  }
  return answer.words === "" ? refusal("Say what must change.") : reopen(at, answer.words, first);
}

export function shipRequested(asked: Omit<EventOf<"ship.requested">, "type">) {
  return { actor: "human", event: { type: "ship.requested", ...asked } } as const;
}
