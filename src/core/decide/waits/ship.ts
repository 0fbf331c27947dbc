import type { State } from "../../state/state.ts";
import { shipId, type WaitId } from "../../terms/ids.ts";
import { phasesOf } from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** The work is reviewed and accepted, and the person has not said yet where it goes. */
export interface ShipWait {
  readonly kind: "ship";
  readonly id: WaitId;
  readonly since: number;
}

/** Complete, because it is recorded as it is: git was asked before whether this branch can be had. */
export interface ShipAnswer {
  readonly kind: "ship";
  readonly onto: string;
  readonly how: "branch" | "fast-forward";
}

/** `doneAt`: seq of the fact since which everything the session was opened for is done. */
export function shipWaits(state: State, doneAt: number | undefined): readonly ShipWait[] {
  const { shipping, shipped } = state.session;
  if (doneAt === undefined || !builds(state) || shipping || shipped) return [];
  return [{ kind: "ship", id: shipId(doneAt), since: doneAt }];
}

/** Whether there will be anything to ship. */
export function builds(state: State): boolean {
  return phasesOf(state.session.policy).includes("implementation");
}

export function answerShip({ answer }: Answering<ShipWait, ShipAnswer>): Answered {
  return [shipRequested(answer)];
}

export function shipRequested({ onto, how }: Omit<ShipAnswer, "kind">) {
  return { actor: "human", event: { type: "ship.requested", onto, how } } as const;
}
