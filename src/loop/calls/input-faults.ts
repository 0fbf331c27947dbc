import type { z } from "zod";
import { issueWords } from "../../core/text/issue-words.ts";

/** What does not fit a tool's schema, by field, in words that a model or a person can act on. */
export function inputFaults(error: z.ZodError, input: unknown): readonly string[] {
  return error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issueWords(issue, input)}`);
}
