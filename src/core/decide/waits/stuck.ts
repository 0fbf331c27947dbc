import { type Draft, refusal } from "../../facts/fact.ts";
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
  /** The code of the Fault, if the failure was one, or why a conversation failed. */
  readonly code?: string;
}

export type StuckAnswer =
  | { readonly kind: "retry" }
  /** The same, with words that the member reads first. Only for a conversation without a result. */
  | { readonly kind: "advise"; readonly words: string };

/** Why a conversation failed: its member replied and got nowhere, or no reply came. */
export const failedTalk = { noResult: "no.result", noReply: "no.reply" } as const;

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

export function answerStuck({ wait, answer }: Answering<StuckWait, StuckAnswer>): Answered {
  const again: Draft = { actor: "human", event: { type: "step.retried", step: wait.step } };
  if (answer.kind === "retry") return [again];
  if (wait.code !== failedTalk.noResult)
    return refusal("No member would read your words here. Mend what is in the way, then answer yes.");
  if (answer.words === "") return refusal("Say what should be done differently.");
  return [{ actor: "human", event: { type: "message.posted", text: answer.words } }, again];
}
