import { isProse } from "../../core/permits/is-prose.ts";
import type { Task } from "../../core/state/task.ts";
import { isWithoutTalk } from "../../core/terms/policy.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { recorded } from "../the-task.ts";

/**
 * Whether green checks are enough for a change: small work of one task that changed only words for people, in plain
 * files. What a reviewer has sent back is reviewed again. Older sessions have everything reviewed.
 */
export async function isOnlyProse(
  { journal, workspace }: StepContext,
  task: Task,
  commit: string,
): Promise<boolean> {
  const { policy } = journal.state().session;
  if (!isWithoutTalk(policy) || policy.review === undefined || policy.checks.quick.length === 0) return false;
  if (task.review !== undefined) return false;
  const changed = await workspace.changes(recorded(task.base, "base"), commit);
  return (
    changed.length > 0 &&
    changed.every(({ path, before, after }) => isProse(path) && isPlain(before) && isPlain(after))
  );
}

/** Not there, or a file that is neither a program nor a link. */
function isPlain(mode: string | null): boolean {
  return mode === null || mode === "100644";
}
