import { z } from "zod";
import { defineTool } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";

export const askPm = defineTool({
  name: "ask_pm",
  summary:
    "Ask the product manager, a person, something the team cannot settle. Give two to five options, or none for a free answer.",
  effect: "pauses",
  input: z.object({
    question: z.string().min(1).max(600),
    options: z
      .array(sentence(160))
      .max(5)
      .refine((options) => options.length !== 1, "one option is no choice: give two to five, or none")
      .default([]),
  }),
  question: ({ question, options }) => ({ text: question, options }),
});
