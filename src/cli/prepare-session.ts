import type { Project } from "../app/project.ts";
import { budgetWith, checkPrices } from "../app/say/set-budget.ts";
import type { NewSession } from "../app/sessions/new-session.ts";
import type { Instructions } from "../core/ports/prompts.ts";
import type { Policy, Seat } from "../core/terms/policy.ts";
import { assertPrompts } from "../core/terms/prompt-files.ts";
import { type BudgetOptions, capFrom } from "./options.ts";
import { budgetText } from "./print/money-text.ts";
import type { Wire } from "./wire/wire.ts";

/** What every new session starts with. */
export interface Prepared {
  readonly project: Project;
  readonly start: Pick<NewSession, "seats" | "base" | "branch"> & { readonly policy: Policy };
  /** For the person: where it starts from, who takes part, what it is held to. */
  readonly lines: readonly string[];
}

export interface Preparing {
  /** What the person would type again, for messages. */
  readonly command: string;
  /** Whose budget holds. */
  readonly kind?: "iteration" | "do";
  /** Something is built, so that it matters whether it is tested. */
  readonly builds?: boolean;
}

/** Reads team and settings and checks them, before anything is written. A Fault says what is wrong. */
export async function prepareSession(
  wire: Wire,
  options: BudgetOptions,
  { command, kind = "iteration", builds = true }: Preparing,
): Promise<Prepared> {
  const repository = await wire.readyRepository();
  const project = await wire.openProject();
  assertPrompts(await project.promptFiles());
  const { seats, policy, file } = await (await wire.settings()).readTeam(project.root, kind);
  const budget = budgetWith(policy.budget, capFrom(options), seats, project.price);
  checkPrices(budget, seats, project.price, command);
  const instructions = await project.prompts.instructions(repository.head);
  const { head: base, branch, identity: author } = repository;
  return {
    project,
    start: { seats, policy: { ...policy, ...(budget && { budget }), author }, base, branch: branch ?? "" },
    lines: [
      `  From ${branch ?? "a detached head"} at ${base.slice(0, 8)}`,
      `  Team: ${seats.map(memberText).join(", ")}${file === undefined ? "; huddle init writes a file in which you can change it" : ""}`,
      ...(instructions ? [`  Instructions: ${instructionsWords(instructions)}`] : []),
      ...(budget ? [`  Budget: ${budgetText(budget)}`] : []),
      ...(builds && policy.checks.full.length === 0
        ? ["  No checks are set, so nothing will be tested. See: huddle init"]
        : []),
    ],
  };
}

function instructionsWords(found: Instructions): string {
  return "refused" in found ? `${found.file} is not used: ${found.refused}` : found.file;
}

function memberText({ id, role, textOnly }: Seat): string {
  if (id === role) return id;
  return textOnly ? `${id} (${role}, in plain text only)` : `${id} (${role})`;
}
