import { failedTalk } from "../core/decide/waits/stuck.ts";
import { byHarness, type Draft } from "../core/facts/fact.ts";
import type { StepKey } from "../core/terms/ids.ts";
import { type Failed, failureWords } from "./outcome.ts";

/** The fact that a conversation failed. `what` did not happen, and the outcome says why. */
export function stepFailed<T>(step: StepKey, what: string, outcome: Failed<T>): Draft {
  const code = outcome.kind === "model-error" ? failedTalk.noReply : failedTalk.noResult;
  return byHarness({ type: "step.failed", step, error: `${what}: ${failureWords(outcome)}`, code });
}
