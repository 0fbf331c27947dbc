import type { Project } from "../../app/project.ts";
import { type Prepared, prepareSession } from "../../app/sessions/prepare-session.ts";
import { assertTrusted, executionOf } from "../../app/settings/trust.ts";
import type { SessionPurpose } from "../../core/terms/policy.ts";
import { unseenWords } from "../../core/views/next/lead.ts";
import { type BudgetOptions, type CommonOptions, capFrom } from "../options.ts";
import { preparedLines } from "../print/prepared-lines.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import { folderOf } from "./folder-of.ts";
import { uncommitted } from "./uncommitted.ts";

export interface PrepareOptions {
  /** The command to type again, for messages. */
  readonly command: string;
  readonly purpose?: SessionPurpose;
}

/** What a new session in the current folder starts with, and the lines that say so. */
export async function prepare(
  wire: Wire,
  options: BudgetOptions & CommonOptions & { readonly in?: string },
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
  const start = await limited(prepared.start);
  await assertTrusted(project, executionOf(start, project.hash), askTrust(wire, options));
  const unseen = await uncommitted(wire, project.root);
  const lines = [
    ...preparedLines({ ...prepared, start }, { builds: purpose !== "groom" }),
    ...(unseen.length > 0 ? [`  ${unseenWords(unseen)}`] : []),
  ];
  return { ...prepared, start, project, lines };

  async function limited(from: Prepared["start"]): Promise<Prepared["start"]> {
    if (options.in === undefined) return from;
    const within = await folderOf(wire, project, from.base, options.in);
    return { ...from, policy: { ...from.policy, write: { ...from.policy.write, within } } };
  }
}
