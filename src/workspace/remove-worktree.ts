import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "./git-error.ts";
import { inTurn } from "./in-turn.ts";
import type { Site } from "./site.ts";

/**
 * Removes a folder of ours and git's bookkeeping of it, in whatever state a killed try left them. Never `prune`:
 * that would also forget worktrees of the person that lie on a disk which is not mounted now.
 */
export async function removeWorktree(site: Site, path: string): Promise<void> {
  await inTurn(await site.commonDir(), async () => {
    if (await forget(site, path)) return removeTree(path);
    // Without its `.git` file git does not know the folder; with the folder gone it forgets what it remembers.
    await removeTree(path);
    await forget(site, path);
  });
}

/** Twice forced, because a killed `worktree add` leaves its worktree locked. */
async function forget(site: Site, path: string): Promise<boolean> {
  try {
    await site.git(["worktree", "remove", "--force", "--force", path]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** Removes everything, also what stands in folders that were made read-only. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    await openFolders(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function openFolders(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
}
