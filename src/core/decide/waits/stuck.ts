import { type Draft, refusal } from "../../facts/fact.ts";
import type { Remedy } from "../../facts/remedy-schema.ts";
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
  /** What Huddle can do about it itself, if the person agrees. */
  readonly remedy?: Remedy;
}

export type StuckAnswer =
  | { readonly kind: "retry" }
  /** The same, with words that the member reads first. Only for a conversation without a result. */
  | { readonly kind: "advise"; readonly words: string }
  /** Remove the lock that is in the way, then try again. */
  | { readonly kind: "unlock" }
  /** Take the branch as something else has moved it. */
  | { readonly kind: "take" };

/** Why a conversation failed: its member replied and got nowhere, or no reply came. */
export const failedTalk = { noResult: "no.result", noReply: "no.reply" } as const;

/** `keys`: the keys of the steps that could run. The failure of any other step blocks nothing. */
export function stuckWaits(state: State, keys: readonly StepKey[]): readonly StuckWait[] {
  return keys.flatMap((step): StuckWait[] => {
    const failures = state.failures[step];
    if (failures?.kind !== "stuck") return [];
    const { seq, error, code, remedy } = failures;
    return [
      {
        kind: "stuck",
        id: stuckId(seq),
        since: seq,
        step,
        error,
        ...(code !== undefined && { code }),
        ...(remedy && { remedy }),
      },
    ];
  });
}

export function answerStuck({ wait, answer }: Answering<StuckWait, StuckAnswer>): Answered {
  const { step, remedy } = wait;
  const retried: Draft = { actor: "human", event: { type: "step.retried", step } };
  const agreed: Draft = { actor: "human", event: { type: "step.retried", step, agreed: true } };
  switch (answer.kind) {
    case "retry":
      return [retried];
    case "advise":
      if (wait.code !== failedTalk.noResult)
        return refusal("No member would read your words here. Mend what is in the way, then answer yes.");
      if (answer.words === "") return refusal("Say what should be done differently.");
      return [{ actor: "human", event: { type: "message.posted", text: answer.words } }, retried];
    case "unlock":
      return remedy?.kind === "lock" ? [agreed] : refusal("No lock is in the way here.");
    case "take": {
      if (remedy?.kind !== "moved" || remedy.now === null)
        return refusal("There is no branch here that could be taken as it is.");
      const { task, was, now } = remedy;
      if (task !== undefined) return [agreed];
      return [{ actor: "human", event: { type: "branch.taken", was, commit: now } }, retried];
    }
  }
}
