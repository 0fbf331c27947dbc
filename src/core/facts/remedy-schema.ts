import { z } from "zod";

/**
 * What a failure leaves to a person's yes, as data. `lock`: a lock file of git that a killed process left behind;
 * `mark` tells this file from a later one of the same name. `moved`: a branch of Huddle's was moved from `was` to `now`
 * by something else; null means that there was or is no branch.
 */
const remedySchema = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("lock"), path: z.string(), mark: z.string() }),
  z.looseObject({
    kind: z.literal("moved"),
    ref: z.string(),
    was: z.string().nullable(),
    now: z.string().nullable(),
    /** Whose branch it is. Left out: the integration branch. */
    task: z.string().optional(),
    /** What is there now does not hold what Huddle left there. */
    drops: z.boolean().optional(),
  }),
]);
export type Remedy = z.infer<typeof remedySchema>;

/** A step that failed, and what Huddle can do about it itself, if a person agrees. */
export const failedStepShape = {
  step: z.string(),
  error: z.string(),
  code: z.string().optional(),
  retryAt: z.string().optional(),
  remedy: remedySchema.optional(),
};
