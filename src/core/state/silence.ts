import type { ModelFailure } from "../facts/loop-schema.ts";

/** Whether an attempt that failed in this way got no answer. A refusal is one, and what we stopped says nothing. */
export function isSilence(failure: ModelFailure): boolean {
  return failure !== "refused" && failure !== "stopped";
}
