import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export interface Judged {
  readonly verdict: "approved" | "changes" | "rejected";
  readonly feedback: string;
}

/** The verdict where there is no change to review yet: on a plan, or on the claim that a task is done already. */
export const judgeComplete = defineTerminal({
  name: "review_complete",
  summary: "Give your verdict.",
  effect: "ends",
  claims: true,
  input: z.object({
    status: z
      .enum(["approved", "changes", "rejected"])
      .describe("rejected: the task itself cannot or should not be done as it stands"),
    feedback: z
      .string()
      .min(1)
      .max(4_000)
      .describe(
        "approved: what you looked at, with files and lines. Else: what is wrong, and what to do instead",
      ),
  }),
  result: ({ status, feedback }): Judged => ({ verdict: status, feedback }),
  check: () => [],
  cited: ({ feedback }) => feedback,
});
