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
  /** It is red and names no failing test: the last lines of what it printed. */
  tail: optionalText,
  blob: z.string(),
});

/** Something in a change that green checks do not show. `person`: the person should look; `note`: the reviewer may. */
export const flagSchema = z.object({
  id: z.string(),
  kind: z.enum([
    "fewer-tests",
    "test-file",
    "test-script",
    "test-config",
    "snapshot",
    "dependency",
    "lock-file",
    "ci",
    "agents",
    "secret",
  ]),
  /** A file, or the name of the check whose tests are fewer. */
  path: z.string(),
  line: z.int().positive().optional(),
  tier: z.enum(["note", "person"]),
  text: z.string(),
});
export type Flag = z.infer<typeof flagSchema>;

/** An author's tests on a commit that a review judged before. */
export const triedSchema = z.object({
  /** The commit that the tests come from. */
  from: z.string(),
  /** Files of tests that were taken over. */
  tests: z.array(z.string()),
  /** What else the author changed since. It was left as the review saw it. */
  others: z.array(z.string()),
  /** What the checks changed in the checkout while they ran. */
  touched: z.array(z.string()),
});
export type Tried = z.infer<typeof triedSchema>;

/** How results compare with those on the base commit. */
export const comparedShape = {
  /** Seq of the checks on the base commit. Left out: there are none to compare with. */
  reference: z.int().nonnegative().optional(),
  /** Failures that were not there, and those that were, as `check: test`. */
  new: z.array(z.string()).optional(),
  known: z.array(z.string()).optional(),
  /** Of the failures that were not there before, those that a second run did not show again, or showed first. */
  flaky: z.array(z.string()).optional(),
  flags: z.array(flagSchema).optional(),
  /** Of landings: the same for all that would be shipped, compared with the session's base commit. */
  sinceBase: z.array(flagSchema).optional(),
};
