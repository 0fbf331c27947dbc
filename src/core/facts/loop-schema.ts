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

const urgencySchema = z.enum(["low", "medium", "high"]);
/** How much of the work waits for an answer, in the words of whoever asks. */
export type Urgency = z.infer<typeof urgencySchema>;

/** What a member asks, by a call that gets the answer as its result. */
export const askedShape = {
  text: z.string(),
  options: z.array(z.string()),
  thread: z.string(),
  loop: z.string(),
  call: z.string(),
  /** Who answers: the architect, or the member who stands in, or a person. Left out: a person. */
  to: z.enum(["architect", "human"]).optional(),
  /** The task that waits for it. Left out: it was asked in a discussion. */
  task: z.string().optional(),
  context: z.string().optional(),
  urgency: urgencySchema.optional(),
  /** When the task goes on without, because nobody is there. Left out: a person is there, or a member answers. */
  dueAt: z.string().optional(),
};

/** The member who was asked cannot answer, so a person does. */
export const passedShape = {
  question: z.string(),
  to: z.literal("human"),
  why: z.string(),
  dueAt: z.string().optional(),
};

export const answeredShape = {
  question: z.string(),
  text: z.string(),
  option: z.int().positive().optional(),
  /** `deadline`: nobody was there in time. Left out: answered. */
  how: z.enum(["answered", "deadline"]).optional(),
};

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
