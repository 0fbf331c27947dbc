import { z } from "zod";
import { type Blocked, defineTerminal } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";
import { blockedSchema, satisfiedSchema } from "./done.ts";

/** What an author says before it writes: how it will go about it, or why it need not or cannot begin. */
export interface SubmittedPlan {
  readonly plan?: string;
  readonly todos: readonly string[];
  readonly confidence: "low" | "medium" | "high";
  readonly satisfied?: string;
  readonly blocked?: Blocked;
}

export const submitPlan = defineTerminal({
  name: "submit_plan",
  summary: "Say how you will go about the task, before you write anything. The architect reads it.",
  effect: "ends",
  input: z.object({
    plan: z
      .string()
      .max(4_000)
      .optional()
      .describe("which files and functions change and how, what could go wrong, which tests will show it"),
    todos: z.array(sentence(200)).max(20).default([]).describe("the steps, in order"),
    confidence: z
      .enum(["low", "medium", "high"])
      .default("medium")
      .describe("low: you are guessing about something that matters; say about what"),
    satisfied: satisfiedSchema,
    blocked: blockedSchema,
  }),
  result: ({ plan = "", todos, confidence, satisfied = "", blocked }): SubmittedPlan => ({
    ...(plan.trim() !== "" && { plan }),
    todos,
    confidence,
    ...(satisfied.trim() !== "" && { satisfied }),
    ...(blocked && { blocked }),
  }),
  check: ({ plan, todos, satisfied, blocked }) => {
    if (blocked !== undefined) return [];
    if ((plan === undefined) === (satisfied === undefined))
      return ["Give `plan`; or `satisfied`, when all of it was there before."];
    return plan !== undefined && todos.length === 0 ? ["Give the steps of your plan in `todos`."] : [];
  },
  cited: ({ plan = "", satisfied = "" }) => `${plan}\n${satisfied}`,
  blocked: ({ blocked }) => blocked,
});
