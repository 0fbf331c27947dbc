import { z } from "zod";
import { permitSchema } from "../../core/terms/policy-schema.ts";

/** By the folder of git that all worktrees of a repository share. */
export const trustSchema = z.record(
  z.string(),
  z.strictObject({
    /** What the repository's settings would execute, as this person has seen it. */
    hashes: z.array(z.string()).default([]),
    permits: z.array(permitSchema.strict()).default([]),
  }),
);
