import type { Blob } from "../core/ids.ts";
import type { ToolSpec } from "../core/request.ts";
import type { StepContext } from "../core/step-context.ts";
import { systemText } from "../core/views/basis-text.ts";
import { charterText } from "../core/views/charter.ts";

/** The charter of a coding or review thread: its rules, the project's, and what the team agreed before. */
export async function floorCharter(
  context: StepContext,
  rules: "coding.md" | "review.md",
  tools: readonly ToolSpec[],
): Promise<Blob> {
  const { prompts, journal } = context;
  const state = journal.state();
  const instructions = await prompts.instructions(state.session.repo.base);
  const system = systemText([await prompts.read(rules)], instructions, state);
  return context.blobs.put(charterText({ system, coach: "", artifact: "", tools }));
}
