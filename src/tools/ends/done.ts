import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const done = defineTerminal({
  name: "done",
  summary:
    "Say that the task is finished. The harness then commits and runs the checks; nothing you claim replaces them.",
  effect: "ends",
  claims: true,
  input: z.object({
    summary: z.string().min(1).max(400).describe("what changed, as the first line of a commit"),
    answers: z
      .array(
        z.object({
          finding: z.string().min(1).max(20).describe("the finding's id, such as 1.2"),
          answer: z.enum(["fixed", "refuted"]),
          why: z.string().min(1).max(600),
          test: z.string().max(200).optional().describe("the test that shows it"),
        }),
      )
      .max(20)
      .optional()
      .describe("after a review: one for each finding"),
    blocked: z
      .object({
        kind: z.enum(["environment", "prerequisite", "invalid-task"]),
        explanation: z.string().min(1).max(1_000),
      })
      .optional()
      .describe("only when the task cannot be done at all, and why"),
  }),
  result: ({ summary, answers, blocked }) => ({
    summary,
    ...(answers && { answers }),
    ...(blocked && { blocked }),
  }),
  check: () => [],
  blocked: ({ blocked }) => blocked,
});
