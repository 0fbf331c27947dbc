import { z } from "zod";
import { taskPatchSchema } from "../../core/terms/artifacts.ts";
import { defineTerminal } from "../../core/work/tool.ts";

export const rewriteTask = defineTerminal({
  name: "rewrite_task",
  summary: "Write the task in other words, so that it can be done; or say that no words would help.",
  effect: "ends",
  input: taskPatchSchema.extend({
    why: z.string().min(1).max(1_000).describe("what was wrong, and what is different now"),
    cannot: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe("instead of new words: why only the product manager can decide"),
  }),
  result: ({ why, cannot, ...patch }) => ({ why, patch, ...(cannot !== undefined && { cannot }) }),
  check: ({ patch, cannot }) =>
    cannot === undefined && Object.values(patch).every((value) => value === undefined)
      ? ["You changed nothing. Give the fields that should be different, or say why it cannot be done."]
      : [],
  blocked: ({ cannot }) => (cannot === undefined ? undefined : { kind: "invalid-task", explanation: cannot }),
});
