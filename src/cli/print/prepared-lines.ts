import type { Prepared } from "../../app/sessions/prepare-session.ts";
import type { Instructions } from "../../core/ports/prompts.ts";
import type { Seat } from "../../core/terms/policy.ts";
import { budgetText } from "../../core/views/cost/money-text.ts";

/** Where a new session starts from, who takes part, and its limits. `builds`: it matters whether it is tested. */
export function preparedLines(
  { start, teamFile, instructions, hasDefaultBudget, lacking }: Prepared,
  { builds }: { readonly builds: boolean },
): readonly string[] {
  const { base, branch, seats, policy } = start;
  const { budget, checks } = policy;
  return [
    `  From ${branch === "" ? "a detached head" : branch} at ${base.slice(0, 8)}`,
    `  Team: ${seats.map(memberText).join(", ")}${teamFile === undefined ? "; huddle init writes a file in which you can change it" : ""}`,
    ...(policy.write?.within === undefined
      ? []
      : [`  Only in ${policy.write.within}: what is searched, written and checked`]),
    ...(instructions ? [`  Instructions: ${instructionsWords(instructions)}`] : []),
    `  Budget: ${budgetText(budget ?? {})}${hasDefaultBudget ? "; --budget sets another" : ""}`,
    ...(builds && checks.full.length === 0
      ? ["  No checks are set, so nothing will be tested. See: huddle init"]
      : []),
    ...lacking.map(({ topic, text }) => `  ${topic === "submodules" ? "Submodules" : "Filters"}: ${text}`),
  ];
}

function instructionsWords(found: Instructions): string {
  return "refused" in found ? `${found.file} is not used: ${found.refused}` : found.file;
}

function memberText({ id, role, textOnly }: Seat): string {
  if (id === role) return id;
  return textOnly ? `${id} (${role}, in plain text only)` : `${id} (${role})`;
}
