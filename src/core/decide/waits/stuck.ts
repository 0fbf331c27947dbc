import type { State } from "../../state/state.ts";
import { type StepKey, stuckId, type WaitId } from "../../terms/ids.ts";
import type { Answered, Answering } from "./answering.ts";

/** A step failed and is not retried automatically. */
export interface StuckWait {
  readonly kind: "stuck";
  readonly id: WaitId;
  readonly since: number;
  readonly step: StepKey;
  readonly error: string;
  /** The code of the Fault, if the failure was one. */
  readonly code?: string;
}

export interface StuckAnswer {
  readonly kind: "retry";
}

/** `keys`: the keys of the steps that could run. The failure of any other step blocks nothing. */
export function stuckWaits(state: State, keys: readonly StepKey[]): readonly StuckWait[] {
  return keys.flatMap((step): StuckWait[] => {
    const failures = state.failures[step];
    if (failures?.kind !== "stuck") return [];
    const { seq, error, code } = failures;
    return [
      { kind: "stuck", id: stuckId(seq), since: seq, step, error, ...(code !== undefined && { code }) },
    ];
  });
}

export function answerStuck({ wait: { step } }: Answering<StuckWait, StuckAnswer>): Answered {
  return [{ actor: "human", event: { type: "step.retried", step } }];
}
