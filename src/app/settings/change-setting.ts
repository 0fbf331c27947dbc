import { Fault } from "../../core/fault.ts";
import type { SettingChange, SettingsFiles } from "../../core/views/settings/settings-file.ts";
import type { Project } from "../project.ts";
import { type Execution, executionOf } from "./trust.ts";

/**
 * Changes one setting that a person typed. A command of theirs needs no second yes, as long as all that the repository
 * had Huddle execute before was trusted. Returns the path of the file.
 */
export async function changeSetting(
  project: Pick<Project, "readTeam" | "trust" | "hash">,
  files: Pick<SettingsFiles, "change">,
  change: SettingChange,
): Promise<string> {
  const before = await executedNow(project);
  const isTrusted = before !== "unknown" && (!before || (await project.trust.hashes()).includes(before.hash));
  const path = await files.change(change);
  const after = await executedNow(project);
  if (isTrusted && after !== "unknown" && after && isTyped(before?.runs ?? [], after.runs, change.value))
    await project.trust.give(after.hash);
  return path;
}

/** Every command is one of before or one that the person typed now: another process may have changed the file as well. */
function isTyped(before: readonly string[], after: readonly string[], value: unknown): boolean {
  return after.every((run) => before.includes(run) || textsIn(value).includes(run));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What the files have Huddle execute. "unknown": they are not valid. */
async function executedNow({
  readTeam,
  hash,
}: Pick<Project, "readTeam" | "hash">): Promise<Execution | undefined | "unknown"> {
  try {
    return executionOf(await readTeam(), hash);
  } catch (error) {
    if (error instanceof Fault) return "unknown";
    throw error;
  }
}
