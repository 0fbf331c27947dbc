import type { State } from "../../state/state.ts";
import { shipId, type WaitId } from "../../terms/ids.ts";
import { phasesOf } from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** The work is reviewed and accepted, but the person has not yet said where it goes. */
export interface ShipWait {
  readonly kind: "ship";
  readonly id: WaitId;
  readonly since: number;
}

/** The complete branch name, because it is recorded as it is. Git has already confirmed that the branch can be used. */
export interface ShipAnswer {
  readonly kind: "ship";
  readonly onto: string;
  readonly how: "branch" | "fast-forward";
}

/** `doneAt`: the seq since which everything the session was opened for is done. */
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
