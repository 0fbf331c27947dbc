import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

/** Either an answer, or why there is none. */
export interface SubmittedReply {
  readonly answer?: string;
  readonly cannot?: string;
}

export const submitReply = defineTerminal({
  name: "submit_reply",
  summary:
    "Answer the question, or say why you cannot: then the product manager, a person, is asked. Give exactly one of the two.",
  effect: "ends",
  input: z.object({
    answer: z.string().max(4_000).optional().describe("what to do and why, with files and lines"),
    cannot: z
      .string()
      .max(1_000)
      .optional()
      .describe("only when plan, decisions and code do not say: what a person has to decide"),
  }),
  result: ({ answer = "", cannot = "" }): SubmittedReply => ({
    ...(answer.trim() !== "" && { answer }),
    ...(cannot.trim() !== "" && { cannot }),
  }),
  check: ({ answer, cannot }) =>
    (answer === undefined) === (cannot === undefined) ? ["give either `answer` or `cannot`"] : [],
  cited: ({ answer = "" }) => answer,
});
