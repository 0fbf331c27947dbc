import { z } from "zod";
import type { JudgedCriterion, JudgedFlag, ReviewFinding } from "../../core/facts/finding-schema.ts";
import { defineTerminal } from "../../core/work/tool.ts";

/** What a reviewer judges, whatever is reviewed. */
export interface Verdict {
  readonly verdict: "approved" | "changes" | "rejected";
  readonly feedback: string;
  readonly findings: readonly Omit<ReviewFinding, "id">[];
  readonly criteria: readonly JudgedCriterion[];
  readonly flags: readonly JudgedFlag[];
}

export const reviewComplete = defineTerminal({
  name: "review_complete",
  summary:
    "Give your verdict: approved, changes with one finding for each thing that is wrong, or rejected if no change can mend it.",
  effect: "ends",
  claims: true,
  input: z.object({
    status: z.enum(["approved", "changes", "rejected"]),
    feedback: z
      .string()
      .min(1)
      .max(4_000)
      .describe(
        "approved: what you checked. changes: what it comes down to. rejected: what the next attempt must do otherwise",
      ),
    criteria: z
      .array(
        z.object({
          id: z.string().min(1).max(20).describe("such as r1.2"),
          met: z.enum(["yes", "no", "unverified"]),
          evidence: z
            .array(z.string().min(1).max(400))
            .max(8)
            .default([])
            .describe("what shows it, one thing each"),
          why: z.string().max(600).optional().describe("if not yes"),
        }),
      )
      .max(60)
      .default([])
      .describe("one for each criterion you were given"),
    flags: z
      .array(
        z.object({
          id: z.string().min(1).max(20),
          ok: z.boolean(),
          why: z.string().min(1).max(600),
        }),
      )
      .max(200)
      .default([])
      .describe("one for each flag you were given"),
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
      .describe("not with approved; left out: the feedback is the one finding"),
  }),
  result: ({ status, feedback, findings, criteria, flags }): Verdict => ({
    verdict: status,
    feedback,
    findings:
      status === "approved" ? [] : (findings.length > 0 ? findings : [{ text: feedback }]).map(foundAt),
    criteria: criteria.map(({ why, ...criterion }) => ({ ...criterion, ...(why !== undefined && { why }) })),
    flags: flags.map((flag) => ({ ...flag, id: flag.id.replace(/^flag\s+/i, "") })),
  }),
  check: () => [],
  cited: ({ feedback, findings }) =>
    [
      feedback,
      ...findings.map(({ text, path, line }) => `${text}\n${path ?? ""}${line ? `:${line}` : ""}`),
    ].join("\n"),
});

interface Found {
  readonly text: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

function foundAt({ text, path, line }: Found): Omit<ReviewFinding, "id"> {
  return { text, ...(path !== undefined && { path }), ...(line !== undefined && { line }) };
}
