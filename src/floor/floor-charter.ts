import type { ToolSpec } from "../core/ports/request.ts";
import { buildingBasis, systemText } from "../core/prompt/basis-text.ts";
import { charterText } from "../core/prompt/charter.ts";
import type { Blob } from "../core/terms/ids.ts";
import { checksOf } from "../core/work/checks-of.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { redBefore } from "./author/red-before.ts";

type Rules =
  | "task-plan.md"
  | "plan-review.md"
  | "completion.md"
  | "coding.md"
  | "review.md"
  | "answer.md"
  | "budget.md"
  | "rewrite.md"
  | "split.md";

/** What changes while the team builds stands in the opening of a task, so that all authors share every byte of these. */
const forAuthors: ReadonlySet<Rules> = new Set(["task-plan.md", "coding.md"]);

/** The charter of a thread about a task: its rules, the project's, and what the team agreed before. */
export async function floorCharter(
  context: StepContext,
  rules: Rules,
  tools: readonly ToolSpec[],
): Promise<Blob> {
  const { prompts, journal } = context;
  const state = journal.state();
  const instructions = await prompts.instructions(state.session.repo.base);
  const red = forAuthors.has(rules) ? "" : redBefore(state);
  const agreed = `${buildingBasis(state)}\n\n${await checksOf(context)}${red === "" ? "" : `\n${red}`}`;
  const system = systemText([await prompts.read(rules)], instructions, state, agreed);
  return context.blobs.put(charterText({ system, coach: "", artifact: "", tools }));
}
