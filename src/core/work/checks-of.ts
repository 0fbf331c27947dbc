import { checksText } from "../prompt/checks-text.ts";
import type { StepContext } from "./step-context.ts";

/** The session's checks and the programs they use on this machine, for members to read. */
export async function checksOf({ journal, workspace, redaction }: StepContext): Promise<string> {
  const { checks } = journal.state().session.policy;
  const versions = await workspace.versions([...checks.quick, ...checks.full]);
  return checksText(checks, versions.map(redaction.redact));
}
