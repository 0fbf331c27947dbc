import { z } from "zod";

const hash = z.string().nullable();

/**
 * One path that a writing call replaces: the hashes of its content before and after, and the blob that holds the new
 * content. Null means that there is no file.
 */
export const changeSchema = z.object({
  path: z.string(),
  before: hash,
  after: hash,
  /** Left out by older versions. */
  content: hash.optional(),
  /** The mode of the file in git, where the call changes it. */
  mode: z.enum(["100644", "100755"]).optional(),
  /** What the author sees of the change in the result. */
  shown: z.string().optional(),
});
export type Change = z.infer<typeof changeSchema>;
