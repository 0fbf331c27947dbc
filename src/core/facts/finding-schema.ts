import { z } from "zod";

/** What a review of a task found. Its id is the number of the review and its place in it, such as `1.2`. */
export const findingSchema = z.object({
  id: z.string(),
  text: z.string(),
  path: z.string().optional(),
  line: z.int().positive().optional(),
});
export type ReviewFinding = z.infer<typeof findingSchema>;

/** What an author says to a finding. A refuted one was not a fault; `test` names the test that shows it. */
export const findingAnswerSchema = z.object({
  finding: z.string(),
  answer: z.enum(["fixed", "refuted"]),
  why: z.string(),
  test: z.string().optional(),
});
export type FindingAnswer = z.infer<typeof findingAnswerSchema>;

/**
 * Whether a commit meets a criterion, such as `r1.2`, and what shows it. `why`: of one that is not met, or that this
 * commit alone cannot show.
 */
export const criterionSchema = z.object({
  id: z.string(),
  met: z.enum(["yes", "no", "unverified"]),
  evidence: z.array(z.string()),
  why: z.string().optional(),
});
export type JudgedCriterion = z.infer<typeof criterionSchema>;

/** What a reviewer says to a flag of the commit. */
export const judgedFlagSchema = z.object({ id: z.string(), ok: z.boolean(), why: z.string() });
export type JudgedFlag = z.infer<typeof judgedFlagSchema>;

/** What a member judged about a task. */
export const reviewShape = {
  task: z.string(),
  seat: z.string(),
  /**
   * Left out: the code. Plan: how its author will go about it. Completion: the claim that it is done already. Of a
   * budget: how a task goes on that gets nowhere; approved is granted, rejected is stopped.
   */
  subject: z.enum(["plan", "code", "completion", "budget"]).optional(),
  /** Seq of the move that brought what was judged. Left out: of the code. */
  of: z.int().nonnegative().optional(),
  commit: z.string(),
  verdict: z.enum(["approved", "changes", "rejected"]),
  feedback: z.string(),
  findings: z.array(findingSchema).optional(),
  criteria: z.array(criterionSchema).optional(),
  flags: z.array(judgedFlagSchema).optional(),
  /** With the reviews before it, this member has read all pages of the change. */
  whole: z.literal(true).optional(),
  /** Citations of file and line in it that the commit does not have. */
  missing: z.array(z.string()).optional(),
  /** The reviewer never opened the change, although it was sent back for that. */
  unread: z.literal(true).optional(),
};
