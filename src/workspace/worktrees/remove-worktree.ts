import { GitError } from "../git/git-error.ts";
import { removeTree } from "../remove-tree.ts";
import type { Site } from "../site.ts";
import { belongingOf } from "./own-worktree.ts";

/**
 * Removes one of our folders and git's record of it, in whatever state a killed try left them. Never `prune`: that
 * would also forget worktrees of the person on a disk that is not mounted now. A worktree of another repository stays.
 */
export async function removeWorktree(site: Site, path: string): Promise<void> {
  if ((await belongingOf(site, path)) === "foreign") return;
  if (await forget(site, path)) return removeTree(path);
  // Without its `.git` file, git does not know the folder; once the folder is gone, git drops its record.
  await removeTree(path);
  await forget(site, path);
}

/** Forced twice, because a killed `worktree add` leaves its worktree locked. */
async function forget(site: Site, path: string): Promise<boolean> {
  try {
    await site.git(["worktree", "remove", "--force", "--force", path], { turn: await site.commonDir() });
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}
