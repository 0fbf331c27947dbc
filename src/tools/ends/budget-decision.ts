import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const budgetDecision = defineTerminal({
  name: "budget_decision",
  summary: "Say how the task goes on: grant, redirect, split or stop.",
  effect: "ends",
  input: z.object({
    decision: z
      .enum(["grant", "redirect", "split", "stop"])
      .describe(
        "grant: the same way again. redirect: on in another way, which you name. split: it is too large, and you divide it next. stop: it cannot be done like this",
      ),
    words: z
      .string()
      .min(1)
      .max(2_000)
      .describe(
        "for the member who goes on: what to do next; with split: how you would divide it; with stop: why, for the product manager",
      ),
  }),
  result: ({ decision, words }) => ({ decision, words }),
  check: () => [],
});
