import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const done = defineTerminal({
  name: "done",
  summary:
    "Say that the task is finished. The harness then commits and runs the checks; nothing you claim replaces them.",
  effect: "ends",
  input: z.object({
    summary: z.string().min(1).max(400).describe("what changed, as the first line of a commit"),
    blocked: z
      .object({
        kind: z.enum(["environment", "prerequisite", "invalid-task"]),
        explanation: z.string().min(1).max(1_000),
      })
      .optional()
      .describe("only when the task cannot be done at all, and why"),
  }),
  result: ({ summary, blocked }) => ({ summary, ...(blocked && { blocked }) }),
  check: () => [],
  blocked: ({ blocked }) => blocked,
});
