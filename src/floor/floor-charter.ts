import type { ToolSpec } from "../core/ports/request.ts";
import { buildingBasis, systemText } from "../core/prompt/basis-text.ts";
import { charterText } from "../core/prompt/charter.ts";
import type { Blob } from "../core/terms/ids.ts";
import { oneLine } from "../core/text/one-line.ts";
import type { StepContext } from "../core/work/step-context.ts";

/** The charter of a coding or review thread: its rules, the project's, and what the team agreed before. */
export async function floorCharter(
  context: StepContext,
  rules: "coding.md" | "review.md",
  tools: readonly ToolSpec[],
): Promise<Blob> {
  const { prompts, journal } = context;
  const state = journal.state();
  const instructions = await prompts.instructions(state.session.repo.base);
  const agreed = `${buildingBasis(state)}\n\n${await checksText(context)}`;
  const system = systemText([await prompts.read(rules)], instructions, state, agreed);
  return context.blobs.put(charterText({ system, coach: "", artifact: "", tools }));
}

/** Which checks will run, and with what. Members cannot run anything, so this is how they know. */
async function checksText({ journal, workspace, redaction }: StepContext): Promise<string> {
  const { quick, full } = journal.state().session.policy.checks;
  if (quick.length + full.length === 0)
    return "# Checks\nNone are configured, so the reviewer is the only one who looks.";
  const versions = await workspace.versions([...quick, ...full]);
  return [
    "# Checks",
    `After \`done\`: ${quick.map(({ run }) => oneLine(run)).join("; ") || "none"}`,
    `Before landing: ${full.map(({ run }) => oneLine(run)).join("; ") || "none"}`,
    ...(versions.length > 0
      ? [`With: ${versions.map((one) => oneLine(redaction.redact(one))).join(", ")}`]
      : []),
  ].join("\n");
}
