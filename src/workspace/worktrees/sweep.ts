import { readdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ifPossible } from "../git/git-error.ts";
import { linkedPaths } from "../git/list-worktrees.ts";
import { childrenOf, endRecorded } from "../processes/child-record.ts";
import { removeTree } from "../remove-tree.ts";
import type { Site } from "../site.ts";
import { removeWorktree } from "./remove-worktree.ts";
import { stands } from "./stands.ts";

/**
 * Ends what dead runners left running, then removes their folders, except those in `keep` and those of this runner.
 * What cannot be removed now (git of a dead runner may still write there) is left for the next sweep. What is not ours
 * stays: worktrees of another repository, and everything with a fence that the session's log does not know.
 */
export async function sweep(site: Site, keep: readonly string[], fences?: readonly number[]): Promise<void> {
  const isKnown = (fence: string) => fences === undefined || fences.includes(Number(fence));
  for (const fence of await namesIn(join(site.folder, "children"))) {
    if (fence !== String(site.fence) && isKnown(fence))
      await ifPossible(() => endRecorded(childrenOf(site.folder, fence)));
  }
  // By name, as in `placeOf`: another spelling of the same folder must not remove a worktree that is needed.
  const kept = new Set(keep.map((path) => basename(path)));
  for (const name of await namesIn(site.folder)) {
    const path = join(site.folder, name);
    const fence = /\.(\d+)(?:-\d+)?$/.exec(name)?.[1];
    if (fence === undefined || fence === String(site.fence) || kept.has(name) || !isKnown(fence)) continue;
    await ifPossible(() => (name === `tmp.${fence}` ? removeTree(path) : removeWorktree(site, path)));
  }
  await ifPossible(() => forgetGone(site, isKnown));
}

/** Git's records of worktrees of this session whose folder is gone. Those of the person are left to the person. */
async function forgetGone(site: Site, isKnown: (fence: string) => boolean): Promise<void> {
  for (const path of await linkedPaths(await site.commonDir())) {
    const fence = /\.(\d+)(?:-\d+)?$/.exec(path)?.[1];
    const isGone = dirname(path) === site.folder && !(await stands(path));
    if (isGone && fence !== undefined && isKnown(fence)) await removeWorktree(site, path);
  }
}

/** Removes everything of a session that is over, including this runner's own folders. */
export async function clear(site: Site, fences?: readonly number[]): Promise<void> {
  await sweep({ ...site, fence: -1 }, [], fences);
  await ifPossible(async () => {
    const left = await namesIn(site.folder);
    const isEmpty = left.every((name) => name === "children" || !/\.\d+(-\d+)?$/.test(name));
    const isAtRest = (await namesIn(join(site.folder, "children"))).length === 0;
    if (!isEmpty || !isAtRest) return;
    await removeTree(site.folder);
    await rmdir(dirname(site.folder)).catch(() => {}); // the repository's folder, if this was its last session
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
