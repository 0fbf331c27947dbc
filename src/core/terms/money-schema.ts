import { z } from "zod";

export const tokens = z.int().nonnegative();
/** Tokens of one request. `input` is everything that was sent, including what was read from or written to a cache. */
export const usageSchema = z.object({
  input: tokens,
  output: tokens,
  cacheRead: tokens.optional(),
  cacheWrite: tokens.optional(),
});
export type Usage = z.infer<typeof usageSchema>;
/** Tokens, and money in millionths of a dollar where a price is known. An unknown price is unknown, not zero. */
export const reservedSchema = z.object({ input: tokens, output: tokens, micros: tokens.optional() });
export type Reserved = z.infer<typeof reservedSchema>;
