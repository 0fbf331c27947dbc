import { mkdir, rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Changed } from "../../core/ports/commands.ts";
import { GitError } from "../git/git-error.ts";
import { keptScratch, type Site } from "../site.ts";
import { treeThrough, type Written } from "./write-tree.ts";

/**
 * The content of a worktree, and the paths in which it differs from `since`. Asked before and after every command, so
 * it keeps an index for each worktree, with which git looks only at files that were touched. The index lies outside the
 * worktree and belongs to this runner; one that git refuses is made anew. A commit never comes from it.
 */
export async function changedSince(site: Site, path: string, base: string, since: string): Promise<Changed> {
  const { tree, held } = await currentTree(site, path, base);
  const { bytes } = await site.git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", since, tree]);
  const changed = bytes.toString("utf8").split("\0");
  return { tree, changed: changed.filter((one) => one !== ""), held };
}

async function currentTree(site: Site, path: string, base: string): Promise<Written> {
  const folder = keptScratch(site, `index-of-${basename(path)}`);
  await mkdir(folder, { recursive: true });
  try {
    return await treeThrough(site, path, base, folder);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return treeThrough(site, path, base, folder);
  }
}
