import { z } from "zod";
import { defineTool } from "../../core/work/tool.ts";
import { optionsSchema } from "./options.ts";

export const askPm = defineTool({
  name: "ask_pm",
  summary:
    "Ask the product manager, a person, what the team cannot settle, with two to five options or none.",
  effect: "pauses",
  input: z.object({
    question: z.string().min(1).max(600),
    options: optionsSchema,
  }),
  question: ({ question, options }) => ({ text: question, options }),
});
