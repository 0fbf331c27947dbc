import type { Project } from "../../app/project.ts";
import { type Prepared, prepareSession } from "../../app/sessions/prepare-session.ts";
import type { SessionPurpose } from "../../core/terms/policy.ts";
import { type BudgetOptions, capFrom } from "../options.ts";
import { preparedLines } from "../print/prepared-lines.ts";
import type { Wire } from "../wire/wire.ts";

export interface PrepareOptions {
  /** The command to type again, for messages. */
  readonly command: string;
  readonly purpose?: SessionPurpose;
}

/** What a new session in the current folder starts with, and the lines that say so. */
export async function prepare(
  wire: Wire,
  options: BudgetOptions,
  { command, purpose = "iteration" }: PrepareOptions,
): Promise<Prepared & { readonly project: Project; readonly lines: readonly string[] }> {
  const repository = await wire.readyRepository();
  const project = await wire.openProject();
  const prepared = await prepareSession(project, {
    repository,
    purpose,
    cap: capFrom(options),
    command,
  });
  return { ...prepared, project, lines: preparedLines(prepared, { builds: purpose !== "groom" }) };
}
