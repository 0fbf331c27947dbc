import { z } from "zod";

const hash = z.string().nullable();

/**
 * One path that a writing call replaces: hashes of what stands there before and after, and the side file that holds
 * what is written. Null means that there is no file.
 */
export const changeSchema = z.object({
  path: z.string(),
  before: hash,
  after: hash,
  /** Left out by older versions. */
  content: hash.optional(),
});
export type Change = z.infer<typeof changeSchema>;
