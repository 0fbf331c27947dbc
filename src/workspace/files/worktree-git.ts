import { join } from "node:path";
import type { Git } from "../git/run-git.ts";
import type { Site } from "../site.ts";

/**
 * Git for the files of a worktree as they are now. The git folder is given explicitly, without an index, because
 * commands in the worktree may have changed either.
 */
export async function worktreeGit(site: Site, root: string, signal: AbortSignal): Promise<Git> {
  const env = {
    GIT_DIR: await site.commonDir(),
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: join(site.folder, "no-index"),
  };
  return (args, call) => site.git(args, { ...call, cwd: root, env: { ...call?.env, ...env }, signal });
}
