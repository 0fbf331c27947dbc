import type { Blob } from "../core/ids.ts";
import type { ToolSpec } from "../core/request.ts";
import type { StepContext } from "../core/step-context.ts";
import { basisText, charterText } from "../core/views/charter.ts";

/** The charter of a coding or review thread: its rules, and what the team agreed before. */
export async function floorCharter(
  context: StepContext,
  rules: "coding.md" | "review.md",
  tools: readonly ToolSpec[],
): Promise<Blob> {
  const system = [(await context.prompts.read(rules)).trim(), basisText(context.journal.state())].join(
    "\n\n",
  );
  return context.blobs.put(charterText({ system, coach: "", artifact: "", tools }));
}
