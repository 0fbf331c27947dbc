import type { ToolSpec } from "../core/ports/request.ts";
import { buildingBasis, systemText } from "../core/prompt/basis-text.ts";
import { charterText } from "../core/prompt/charter.ts";
import { redWords } from "../core/reports/judge.ts";
import { isNamed, referenceOf } from "../core/state/baseline.ts";
import type { State } from "../core/state/state.ts";
import type { Blob } from "../core/terms/ids.ts";
import { oneLine } from "../core/text/one-line.ts";
import { checksOf } from "../core/work/checks-of.ts";
import type { StepContext } from "../core/work/step-context.ts";

/** The charter of a thread about a task: its rules, the project's, and what the team agreed before. */
export async function floorCharter(
  context: StepContext,
  rules: "coding.md" | "review.md" | "answer.md" | "budget.md" | "rewrite.md",
  tools: readonly ToolSpec[],
): Promise<Blob> {
  const { prompts, journal } = context;
  const state = journal.state();
  const instructions = await prompts.instructions(state.session.repo.base);
  const agreed = `${buildingBasis(state)}\n\n${await checksOf(context)}${redBefore(state)}`;
  const system = systemText([await prompts.read(rules)], instructions, state, agreed);
  return context.blobs.put(charterText({ system, coach: "", artifact: "", tools }));
}

/** Who knows what was red before does not try to mend it. */
function redBefore(state: State): string {
  const red = referenceOf(state).filter(({ exit, broken }) => exit !== 0 && broken === undefined);
  if (red.length === 0) return "";
  const told = red.map((result) => {
    const words = oneLine(redWords({ ...result, tail: undefined }));
    return isNamed(result) ? words : `${words}, so it is not judged while it stays red`;
  });
  return `\nRed before this work, so leave it alone unless your task is about it: ${told.join("; ")}`;
}
