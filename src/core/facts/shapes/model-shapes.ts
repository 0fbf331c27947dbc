import { z } from "zod";
import { reservedSchema, tokens, usageSchema } from "../../terms/money-schema.ts";
import { failureSchema } from "../loop-schema.ts";

const seq = z.int().nonnegative();
const text = z.string();
const toolCallSchema = z.object({ call: text, tool: text, input: z.json() });

/** One attempt at one request. */
export const modelAskedShape = {
  loop: text,
  ask: z.int().positive(),
  attempt: z.int().positive(),
  model: text,
  renderer: z.int().positive(),
  hash: text,
  bytes: z.int().nonnegative(),
  /** The most this attempt can cost. There is no other reservation. */
  reserved: reservedSchema.optional(),
};

export const modelRepliedShape = {
  asked: seq,
  loop: text,
  ask: z.int().positive(),
  text,
  calls: z.array(toolCallSchema),
  finish: z.enum(["stop", "tools", "length", "other"]),
  usage: usageSchema.optional(),
  micros: tokens.optional(),
  /** What caching saved, in millionths of a dollar; below zero if writing cost more than reading saved. */
  saved: z.int().optional(),
  /** What the provider wants back verbatim in this thread. */
  opaque: z.json().optional(),
  /** Milliseconds from sending it to the first word, and to the end. */
  firstMs: tokens.optional(),
  ms: tokens.optional(),
};

export const modelFailedShape = {
  asked: seq,
  loop: text,
  ask: z.int().positive(),
  failure: failureSchema,
  text,
  retryAt: text.optional(),
  usage: usageSchema.optional(),
  micros: tokens.optional(),
  saved: z.int().optional(),
  /** Nothing was charged: the provider never got the request, or rejected it. */
  unspent: z.literal(true).optional(),
  /** The request was too long for the model. `window`: the tokens that the provider says it has. */
  tooLong: z.object({ window: tokens.optional() }).optional(),
  /** It failed as often as may be, and is made again all the same: nobody is there to ask. */
  rests: z.literal(true).optional(),
};
