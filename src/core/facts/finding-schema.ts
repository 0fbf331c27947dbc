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
