import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const reviewComplete = defineTerminal({
  name: "review_complete",
  summary:
    "Give your verdict on the change: approved, or changes with one finding for each thing that is wrong.",
  effect: "ends",
  claims: true,
  input: z.object({
    status: z.enum(["approved", "changes"]),
    feedback: z
      .string()
      .min(1)
      .max(4_000)
      .describe("approved: what you checked. changes: what it comes down to"),
    findings: z
      .array(
        z.object({
          text: z
            .string()
            .min(1)
            .max(1_000)
            .describe("the input that shows it, what happens, what should happen"),
          path: z.string().optional(),
          line: z.int().positive().optional(),
        }),
      )
      .max(20)
      .default([])
      .describe("with changes only; left out: the feedback is the one finding"),
  }),
  result: ({ status, feedback, findings }) => ({
    verdict: status,
    feedback,
    findings: status === "approved" ? [] : findings.length > 0 ? findings : [{ text: feedback }],
  }),
  check: () => [],
  cited: ({ feedback, findings }) =>
    [
      feedback,
      ...findings.map(({ text, path, line }) => `${text}\n${path ?? ""}${line ? `:${line}` : ""}`),
    ].join("\n"),
});
