import { checksText } from "../prompt/checks-text.ts";
import { withoutLeftOut } from "../state/baseline.ts";
import type { StepContext } from "./step-context.ts";

/** The session's checks and the programs they use on this machine, for members to read. */
export async function checksOf({ journal, workspace, redaction }: StepContext): Promise<string> {
  const state = journal.state();
  const all = state.session.policy.checks;
  const checks = {
    ...all,
    quick: [...withoutLeftOut(state, all.quick)],
    full: [...withoutLeftOut(state, all.full)],
  };
  const versions = await workspace.versions([...checks.quick, ...checks.full]);
  return checksText(checks, versions.map(redaction.redact));
}
