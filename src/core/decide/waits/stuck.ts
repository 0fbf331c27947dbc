import { type Draft, refusal } from "../../facts/fact.ts";
import type { Remedy } from "../../facts/remedy-schema.ts";
import { isLongWait } from "../../state/long-wait.ts";
import type { State } from "../../state/state.ts";
import type { Failures } from "../../state/task.ts";
import { isSilence, type Loop } from "../../state/thread.ts";
import { type Instant, type StepKey, stuckId, type WaitId } from "../../terms/ids.ts";
import { providerOf } from "../../terms/policy.ts";
import { at } from "../../text/appended.ts";
import type { Answered, Answering } from "./answering.ts";

/** A step failed and is not retried automatically, or not for a long time. */
export interface StuckWait {
  readonly kind: "stuck";
  readonly id: WaitId;
  readonly since: number;
  readonly step: StepKey;
  /** Other steps that failed for the same reason: their provider does not answer. */
  readonly also?: readonly StepKey[];
  readonly error: string;
  /** The code of the Fault, if the failure was one, or why a conversation failed. */
  readonly code?: string;
  /** The provider that does not answer. */
  readonly provider?: string;
  /** When it is tried again by itself. Times this far ahead come from a clock that was wrong. */
  readonly until?: Instant;
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

/** A step that could run, and the newest loop of its thread. */
interface Tried {
  readonly key: StepKey;
  readonly loop: Loop | undefined;
}

/** `steps`: those that could run. The failure of any other step blocks nothing. */
export function stuckWaits(state: State, steps: readonly Tried[], now: Instant): readonly StuckWait[] {
  const waits = steps.flatMap(({ key, loop }) => {
    const failures = state.failures[key];
    return failures ? (waitOf(key, failures, loop, now) ?? []) : [];
  });
  const oldest = [...waits].sort((a, b) => a.since - b.since);
  return oldest.flatMap((wait) => {
    const { provider } = wait;
    if (provider === undefined) return [wait];
    const same = oldest.filter((other) => other.provider === provider);
    return same[0] === wait ? [joined(wait, same.slice(1))] : [];
  });
}

function joined(wait: StuckWait, others: readonly StuckWait[]): StuckWait {
  return others.length === 0 ? wait : { ...wait, also: others.map(({ step }) => step) };
}

function waitOf(
  step: StepKey,
  failures: Failures,
  loop: Loop | undefined,
  now: Instant,
): StuckWait | undefined {
  const { kind, seq, error, code, retryAt, remedy } = failures;
  const isFar = kind === "backing-off" && retryAt !== undefined && isLongWait(retryAt, now);
  if (kind !== "stuck" && !isFar) return undefined;
  const provider = silentProvider(loop);
  return {
    kind: "stuck",
    id: stuckId(seq),
    since: seq,
    step,
    error,
    ...(code !== undefined && { code }),
    ...(provider !== undefined && { provider }),
    ...(isFar && { until: retryAt }),
    ...(remedy && { remedy }),
  };
}

/** The provider that gave no answer until the loop gave up. */
function silentProvider(loop: Loop | undefined): string | undefined {
  const last = loop?.closed === "model-error" ? at(loop.asks, -1) : undefined;
  return last?.failed && isSilence(last.failed.failure) ? providerOf(last.model) : undefined;
}

export function answerStuck({ wait, answer }: Answering<StuckWait, StuckAnswer>): Answered {
  const { step, remedy } = wait;
  const others = (wait.also ?? []).map(retried);
  switch (answer.kind) {
    case "retry":
      return [retried(step), ...others];
    case "advise":
      return advised(wait, answer.words, others);
    case "unlock":
      return remedy?.kind === "lock" ? [agreed(step)] : refusal("No lock is in the way here.");
    case "take":
      return taken(wait);
  }
}

function advised({ step, code }: StuckWait, words: string, others: readonly Draft[]): Answered {
  if (code !== failedTalk.noResult)
    return refusal("No member would read your words here. Mend what is in the way, then answer yes.");
  if (words === "") return refusal("Say what should be done differently.");
  const said: Draft = { actor: "human", event: { type: "message.posted", text: words } };
  return [said, retried(step), ...others];
}

/** A task's own branch is taken by its step, which makes one commit of both. */
function taken({ step, remedy }: StuckWait): Answered {
  if (remedy?.kind !== "moved" || remedy.now === null)
    return refusal("There is no branch here that could be taken as it is.");
  const { task, was, now } = remedy;
  if (task !== undefined) return [agreed(step)];
  return [{ actor: "human", event: { type: "branch.taken", was, commit: now } }, retried(step)];
}

function retried(step: StepKey): Draft {
  return { actor: "human", event: { type: "step.retried", step } };
}

function agreed(step: StepKey): Draft {
  return { actor: "human", event: { type: "step.retried", step, agreed: true } };
}
