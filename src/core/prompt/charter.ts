import { z } from "zod";
import type { ToolSpec } from "../ports/request.ts";

/**
 * The rules of a phase or a thread as a model gets them. Stored as a blob and cited by hash, so prompts can be rendered
 * again.
 */
const charterSchema = z.object({
  system: z.string(),
  coach: z.string(),
  artifact: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), schema: z.unknown() })),
  roles: z.record(z.string(), z.string()).optional(),
  moments: z.record(z.string(), z.string()).optional(),
});
export interface Charter {
  readonly system: string;
  /** Rules that only the coach gets, at the end of its request. */
  readonly coach: string;
  /** What the author of the artifact is asked. */
  readonly artifact: string;
  readonly tools: readonly ToolSpec[];
  /** The rules of each role, by its name, at the end of its requests. Older sessions have none. */
  readonly roles?: Readonly<Record<string, string>>;
  /** What is asked in a moment, by its name: `sizing`, `volunteer`, `called`. */
  readonly moments?: Readonly<Record<string, string>>;
}

export function parseCharter(text: string): Charter {
  const { roles, moments, ...rest } = charterSchema.parse(JSON.parse(text));
  return { ...rest, ...(roles && { roles }), ...(moments && { moments }) };
}

export function charterText(charter: Charter): string {
  return JSON.stringify(charter);
}
