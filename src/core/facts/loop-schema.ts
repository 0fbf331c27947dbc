import { z } from "zod";
import { tokens } from "../terms/money-schema.ts";

/** A limit that the caller names: at `soft` the model is told, at `hard` the caller. */
export const escalationSchema = z.object({
  key: z.string(),
  soft: z.int().positive().optional(),
  hard: z.int().positive(),
});
export type Escalation = z.infer<typeof escalationSchema>;

export const failureSchema = z.enum([
  "rate",
  "overload",
  "timeout",
  "cut",
  "unreachable",
  "refused",
  "stopped",
]);
/** Why an attempt got no reply. Only "refused" is not worth another try; "stopped" means that we stopped it. */
export type ModelFailure = z.infer<typeof failureSchema>;

export const outcomeKindSchema = z.enum([
  "done",
  "text",
  "paused",
  "no-tool-twice",
  "iteration-limit",
  "max-iterations",
  "model-error",
  "invalid-result",
  "blocked",
  "over-budget",
  "stopped",
]);
export type OutcomeKind = z.infer<typeof outcomeKindSchema>;

/**
 * Why a call got an answer without being carried out: its tool is not there, its input does not fit, what it hands in is
 * wrong, it has failed too often, or it came too late.
 */
export const refusedSchema = z.enum(["unknown", "malformed", "unaccepted", "tripped", "late"]);
export type Refused = z.infer<typeof refusedSchema>;

/** That a conversation waits: for a person, for money, for room or for a provider. */
export const pausedShape = {
  loop: z.string(),
  call: z.string().optional(),
  on: z.enum(["question", "approval", "budget", "window", "provider"]),
  scope: z.string().optional(),
  /** The unit that is used up, in a budget that has both. */
  unit: z.enum(["money", "tokens"]).optional(),
  why: z.string().optional(),
  /** The next request does not fit into the window of this model: what it needs and what there is, in tokens. */
  model: z.string().optional(),
  needs: tokens.optional(),
  window: tokens.optional(),
  /** The provider or the model in `scope` is not asked until this time; left out: until a person says so. */
  until: z.string().optional(),
  failure: failureSchema.optional(),
};
