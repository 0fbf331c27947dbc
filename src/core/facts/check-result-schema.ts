import { z } from "zod";

const optionalText = z.string().optional();

/** What one check said about a commit. */
export const checkResultSchema = z.object({
  name: z.string(),
  command: z.string(),
  exit: z.int().nullable(),
  ms: z.number(),
  counts: z.object({ passed: z.int(), failed: z.int(), skipped: z.int().optional() }).optional(),
  /** The kind of test runner whose output was read. */
  format: optionalText,
  /** The first failing tests, by name: check, file, suite and test name one test in every run. */
  failing: z
    .array(z.object({ test: z.string(), suite: optionalText, file: optionalText, place: optionalText }))
    .max(200)
    .optional(),
  /** How many more fail. */
  moreFailing: z.int().positive().optional(),
  /** What the check changed in the repository's git settings. It was put back, or the words say why not. */
  undone: z.array(z.string()).optional(),
  /** It could not start: the line that says why. */
  broken: optionalText,
  blob: z.string(),
});
