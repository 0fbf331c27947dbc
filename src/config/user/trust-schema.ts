import { z } from "zod";
import { permitSchema } from "../../core/terms/policy-schema.ts";

/** By the folder of git that all worktrees of a repository share. What only a newer version knows is kept. */
export const trustSchema = z.record(
  z.string(),
  z.looseObject({
    /** What the repository's settings would execute, as this person has seen it. */
    hashes: z.array(z.string()).default([]),
    permits: z.array(permitSchema.loose()).default([]),
  }),
);
