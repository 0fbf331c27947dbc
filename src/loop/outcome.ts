import type { ModelFailure } from "../core/facts/loop-schema.ts";
import type { PauseRequest } from "../core/state/thread.ts";
import type { CitedLines } from "../core/terms/citations.ts";
import type { CallId } from "../core/terms/ids.ts";
import type { Blocked } from "../core/work/tool.ts";

/** Words of a member for everybody. `missing`: citations in them that the files do not have; `cited`: those they have. */
export interface Said {
  readonly text: string;
  readonly missing?: readonly string[];
  readonly cited?: readonly CitedLines[];
}

/**
 * How a loop ended. `said`: the words for everybody that were posted with the result; a text may be empty. The loop
 * knows no policy: the caller's exhaustive switch decides whether a limit means a review, an escalation or a failure.
 */
export type Outcome<T> =
  /** `missing`: citations in the result that the files do not have. */
  | { readonly kind: "done"; readonly value: T; readonly said?: Said; readonly missing?: readonly string[] }
  | ({ readonly kind: "text" } & Said)
  | { readonly kind: "paused"; readonly call: CallId; readonly request: PauseRequest }
  | { readonly kind: "no-tool-twice"; readonly said: string }
  | {
      readonly kind: "iteration-limit";
      readonly key: string;
      readonly limit: number;
      readonly iteration: number;
    }
  | { readonly kind: "max-iterations"; readonly asks: number }
  | { readonly kind: "model-error"; readonly failure: ModelFailure; readonly error: string }
  | { readonly kind: "invalid-result"; readonly error: string }
  | { readonly kind: "blocked"; readonly blocked: Blocked }
  | { readonly kind: "over-budget"; readonly scope: string; readonly why: string }
  | { readonly kind: "stopped" };

export type Failed<T> = Exclude<Outcome<T>, { readonly kind: "done" | "text" | "paused" }>;

/** Why a loop failed, in words. Undefined: it did not fail. */
export function failureWords<T>(outcome: Failed<T>): string;
export function failureWords<T>(outcome: Outcome<T>): string | undefined;
export function failureWords<T>(outcome: Outcome<T>): string | undefined {
  switch (outcome.kind) {
    case "done":
    case "text":
    case "paused":
      return undefined;
    case "no-tool-twice":
      return "two replies in a row used no tool";
    case "iteration-limit":
      return `no result in ${outcome.limit} requests`;
    case "max-iterations":
      return `no result in ${outcome.asks} requests`;
    case "model-error":
      return `the model gives no reply: ${outcome.error}`;
    case "invalid-result":
      return outcome.error;
    case "blocked":
      return `blocked (${outcome.blocked.kind}): ${outcome.blocked.explanation}`;
    case "over-budget":
      return outcome.why;
    case "stopped":
      return "stopped";
  }
}
