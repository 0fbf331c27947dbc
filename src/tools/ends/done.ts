import { z } from "zod";
import type { FindingAnswer } from "../../core/facts/finding-schema.ts";
import { type Blocked, defineTerminal } from "../../core/work/tool.ts";

/** What was handed in: exactly one of the three, or it is sent back. */
export interface Handed {
  readonly summary?: string;
  readonly answers?: readonly FindingAnswer[];
  readonly satisfied?: string;
  readonly blocked?: Blocked;
}

/** Instead of work: what shows that all of it was there before. */
export const satisfiedSchema = z
  .string()
  .max(2_000)
  .optional()
  .describe(
    "only when all of it was there before you began: what shows that, for each done criterion, with file and line or a test",
  );

/** Instead of work: what is in the way. */
export const blockedSchema = z
  .object({
    kind: z.enum(["environment", "prerequisite", "invalid-task"]),
    explanation: z.string().min(1).max(1_000),
  })
  .optional()
  .describe("only when the task cannot be done at all, and why");

export const done = defineTerminal({
  name: "done",
  summary:
    "Say that the task is finished. The harness then commits and runs the checks; nothing you claim replaces them.",
  effect: "ends",
  claims: true,
  input: z.object({
    summary: z.string().max(400).optional().describe("what changed, as the first line of a commit"),
    answers: z
      .array(
        z.object({
          finding: z.string().min(1).max(20).describe("the finding's id, such as 1.2"),
          answer: z.enum(["fixed", "refuted"]),
          why: z.string().min(1).max(600),
          test: z
            .string()
            .max(200)
            .optional()
            .describe("the name of the test that shows it, as it is printed"),
        }),
      )
      .max(20)
      .optional()
      .describe("after a review: one for each finding"),
    satisfied: satisfiedSchema,
    blocked: blockedSchema,
  }),
  result: ({ summary = "", answers, satisfied = "", blocked }): Handed => ({
    ...(summary.trim() !== "" && { summary }),
    ...(answers && { answers }),
    ...(satisfied.trim() !== "" && { satisfied }),
    ...(blocked && { blocked }),
  }),
  check: ({ summary, satisfied, blocked }) =>
    blocked === undefined && (summary === undefined) === (satisfied === undefined)
      ? ["Give `summary`, when you have changed something; or `satisfied`, when it was all there before."]
      : [],
  cited: ({ satisfied = "" }) => satisfied,
  blocked: ({ blocked }) => blocked,
});
