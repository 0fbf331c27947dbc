import { z } from "zod";
import { mostParts, partSchema } from "../../core/terms/artifacts.ts";
import { defineTerminal } from "../../core/work/tool.ts";

export const splitTask = defineTerminal({
  name: "split_task",
  summary: "Divide the task into smaller ones that take its place; or say that it cannot be divided.",
  effect: "ends",
  input: z.object({
    parts: z.array(partSchema).max(mostParts).default([]).describe("in the order in which they are built"),
    why: z.string().min(1).max(1_000).describe("for the product manager: why like this"),
    cannot: z.string().min(1).max(1_000).optional().describe("instead of parts: why it has to stay one task"),
  }),
  result: ({ parts, why, cannot }) => ({ parts, why, ...(cannot !== undefined && { cannot }) }),
  check: () => [],
  blocked: ({ cannot }) => (cannot === undefined ? undefined : { kind: "invalid-task", explanation: cannot }),
});
