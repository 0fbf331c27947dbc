import { join } from "node:path";
import type { CheckRun } from "../../core/ports/check-run.ts";
import type { SetUpAt } from "../../core/ports/workspace.ts";
import type { Setup } from "../../core/terms/policy.ts";
import { runCheck } from "../checks/run-checks.ts";
import { writeFile } from "../files/write-file.ts";
import { ifPossible } from "../git/git-error.ts";
import type { Site } from "../site.ts";
import { addWorktree } from "../worktrees/add-worktree.ts";
import { removeWorktree } from "../worktrees/remove-worktree.ts";
import { plainText } from "./plain-file.ts";
import { withObjectsOf } from "./set-up.ts";
import { lockFilesOf } from "./set-up-key.ts";

/**
 * Writes the lock files of a worktree anew, in a throw-away checkout, and takes nothing else over from there. Undefined:
 * the project does not say how.
 */
export async function updateLocks(
  site: Site,
  path: string,
  { update }: Setup,
  { commit, tree, timeoutMs }: SetUpAt,
  signal: AbortSignal,
): Promise<CheckRun | undefined> {
  if (update === undefined) return undefined;
  const worktree = await addWorktree(withObjectsOf(site, path), "update", commit, tree, signal);
  try {
    const check = { name: "update", run: update };
    const run = await runCheck(site, worktree, check, { timeoutMs, reach: "setup" }, signal);
    if (run.exit === 0) await takeOver(site, worktree, path);
    return run;
  } finally {
    await ifPossible(() => removeWorktree(site, worktree));
  }
}

async function takeOver(site: Site, from: string, to: string): Promise<void> {
  for (const file of await lockFilesOf(site, from)) {
    const [now, before] = await Promise.all([plainText(join(from, file)), plainText(join(to, file))]);
    if (now !== undefined && now !== before) await writeFile(site, to, file, now, undefined);
  }
}
