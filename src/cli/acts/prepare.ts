import type { Project } from "../../app/project.ts";
import { type Prepared, prepareSession } from "../../app/sessions/prepare-session.ts";
import { assertTrusted, executionOf } from "../../app/settings/trust.ts";
import type { SessionPurpose } from "../../core/terms/policy.ts";
import { type BudgetOptions, type CommonOptions, capFrom } from "../options.ts";
import { preparedLines } from "../print/prepared-lines.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";

export interface PrepareOptions {
  /** The command to type again, for messages. */
  readonly command: string;
  readonly purpose?: SessionPurpose;
}

/** What a new session in the current folder starts with, and the lines that say so. */
export async function prepare(
  wire: Wire,
  options: BudgetOptions & CommonOptions,
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
  await assertTrusted(project, executionOf(prepared.start, project.hash), askTrust(wire, options));
  return { ...prepared, project, lines: preparedLines(prepared, { builds: purpose !== "groom" }) };
}
