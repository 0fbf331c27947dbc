import { mkdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { offline } from "../git/run-git.ts";
import { type Submodule, submodulesOf } from "../git/submodules.ts";
import { discard, removeTree } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";

/**
 * Puts the files of every submodule into a worktree of ours, from what the person's checkout has fetched. What it never
 * fetched stays empty. A filled submodule has no `.git`: it is files only, and a commit leaves it as it was.
 */
export async function fillSubmodules(
  site: Site,
  worktree: string,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  for (const submodule of await submodulesOf(site.git, tree)) await fill(site, worktree, submodule, signal);
}

async function fill(
  site: Site,
  worktree: string,
  { path, commit, gitDir }: Submodule,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(worktree, path);
  // Files inside a submodule may be links. Nothing is removed or written through one.
  const parent = dirname(folder);
  if ((await realpath(parent).catch(() => undefined)) !== parent) return;
  await removeTree(folder);
  await mkdir(folder);
  if (gitDir === undefined) return;
  const own = await scratch(site, "index");
  try {
    await site.git(["read-tree", "-u", "--reset", commit], {
      cwd: folder,
      env: { GIT_DIR: gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: join(own, "index"), ...offline },
      signal,
    });
  } finally {
    await discard(own);
  }
}
