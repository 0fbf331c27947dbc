import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { ifPossible } from "../git/git-error.ts";
import { childrenOf, endRecorded } from "../processes/child-record.ts";
import { removeTree } from "../remove-tree.ts";
import type { Site } from "../site.ts";
import { removeWorktree } from "./remove-worktree.ts";

/**
 * Ends what dead runners left running, then removes their folders, except those in `keep` and those of this runner.
 * What cannot be removed now (git of a dead runner may still write there) is left for the next sweep.
 */
export async function sweep(site: Site, keep: readonly string[]): Promise<void> {
  for (const fence of await namesIn(join(site.folder, "children"))) {
    if (fence !== String(site.fence)) await ifPossible(() => endRecorded(childrenOf(site.folder, fence)));
  }
  // By name, as in `placeOf`: another spelling of the same folder must not remove a worktree that is needed.
  const kept = new Set(keep.map((path) => basename(path)));
  for (const name of await namesIn(site.folder)) {
    const path = join(site.folder, name);
    const fence = /\.(\d+)(?:-\d+)?$/.exec(name)?.[1];
    if (fence === undefined || fence === String(site.fence) || kept.has(name)) continue;
    await ifPossible(() => (name === `tmp.${fence}` ? removeTree(path) : removeWorktree(site, path)));
  }
}

/** Removes everything of a session that is over, including this runner's own folders. */
export async function clear(site: Site): Promise<void> {
  await sweep({ ...site, fence: -1 }, []);
  await ifPossible(async () => {
    if ((await namesIn(join(site.folder, "children"))).length === 0) await removeTree(site.folder);
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
