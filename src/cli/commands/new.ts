import { newSession } from "../../app/new-session.ts";
import { budgetWith, checkPrices } from "../../app/set-budget.ts";
import { Fault } from "../../core/fault.ts";
import type { Seat } from "../../core/policy.ts";
import type { Instructions } from "../../core/ports.ts";
import { assertPrompts } from "../../core/prompt-files.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { budgetText } from "../money-text.ts";
import { type BudgetOptions, type CommonOptions, capFrom } from "../options.ts";
import { oneLine } from "../plain-text.ts";
import { report } from "../report.ts";
import type { Wire } from "../wire.ts";
import { atSession } from "../with-session.ts";

export interface NewOptions extends CommonOptions, BudgetOptions {
  readonly briefFile?: string;
}

/** `huddle new "title" [brief]`: opens a session on the commit that is checked out. */
export async function newCommand(
  wire: Wire,
  [title = "", ...words]: readonly string[],
  options: NewOptions,
): Promise<ExitCode> {
  if (title.trim() === "")
    throw new Fault("usage", 'Say what it is about: huddle new "a calculator for the terminal"');
  const brief = await briefOf(wire, words, options);
  const repository = await wire.readyRepository();
  const project = await wire.openProject();
  assertPrompts(await project.promptFiles());
  const { seats, policy, file } = await (await wire.settings()).readTeam(project.root);
  const budget = budgetWith(policy.budget, capFrom(options), seats, project.price);
  checkPrices(budget, seats, project.price, 'huddle new "…"');
  const files = await newSession(project, {
    title: title.trim(),
    brief: brief.trim(),
    seats,
    policy: { ...policy, ...(budget && { budget }), author: repository.identity },
    base: repository.head,
    branch: repository.branch ?? "",
  });
  try {
    const instructions = await project.prompts.instructions(repository.head);
    const lines = [
      `Session ${files.id}: ${oneLine(title)}`,
      `  From ${repository.branch ?? "a detached head"} at ${repository.head.slice(0, 8)}`,
      `  Team: ${seats.map(memberText).join(", ")}${file === undefined ? "; huddle init writes a file in which you can change it" : ""}`,
      ...(instructions ? [`  Instructions: ${instructionsWords(instructions)}`] : []),
      ...(budget ? [`  Budget: ${budgetText(budget)}`] : []),
      ...(policy.checks.full.length === 0
        ? ["  No checks are set, so nothing will be tested. See: huddle init"]
        : []),
    ];
    const next = await atSession(project, files, false, false).next();
    report(wire, options, { session: files.id, title: title.trim(), base: repository.head }, lines, next);
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}

function instructionsWords(found: Instructions): string {
  return "refused" in found ? `${found.file} is not used: ${found.refused}` : found.file;
}

function memberText({ id, role, textOnly }: Seat): string {
  if (id === role) return id;
  return textOnly ? `${id} (${role}, in plain text only)` : `${id} (${role})`;
}

async function briefOf(wire: Wire, words: readonly string[], { briefFile }: NewOptions): Promise<string> {
  if (briefFile !== undefined && words.length > 0)
    throw new Fault("usage", "Give the brief once: as words, or with --brief-file.");
  if (briefFile !== undefined) return briefFile === "-" ? wire.readInput() : wire.readText(briefFile);
  return words.length === 1 && words[0] === "-" ? wire.readInput() : words.join(" ");
}
