import { z } from "zod";
import { defineTool } from "../../core/work/tool.ts";
import { optionsSchema } from "./options.ts";

export const askQuestion = defineTool({
  name: "ask_question",
  summary:
    "Ask what neither the plan nor the code can tell you, and what would be wrong to guess. The architect answers, or else the product manager, a person. Your task waits for the answer, which is the result of this call.",
  effect: "pauses",
  input: z.object({
    question: z.string().min(1).max(600).describe("one question, with what you would do if nobody answered"),
    options: optionsSchema,
    context: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe("what you read and tried, with files and lines: who answers has not seen it"),
    urgency: z
      .enum(["low", "medium", "high"])
      .default("medium")
      .describe("low: a detail; high: the whole task depends on it"),
  }),
  question: ({ question, options, context, urgency }) => ({
    text: question,
    options,
    ...(context !== undefined && { context }),
    urgency,
  }),
});
