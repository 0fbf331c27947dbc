import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import { GitError, ifPossible } from "../git/git-error.ts";
import type { Site } from "../site.ts";
import { addWorktree } from "./add-worktree.ts";
import { fillSubmodules } from "./fill-submodules.ts";
import { removeWorktree } from "./remove-worktree.ts";
import { isExactly } from "./write-tree.ts";

/** A folder that this runner completed itself. Nothing on disk says so: after a kill, no runner trusts it. */
export interface Standing {
  readonly path: string;
  readonly link: string;
}

/**
 * A folder that only this runner uses, at exactly this commit. The current one is moved to it; a doubtful one is
 * replaced.
 */
export async function checkout(
  site: Site,
  standing: Map<string, Standing>,
  name: string,
  commit: string,
  signal: AbortSignal,
): Promise<string> {
  const known = standing.get(name);
  standing.delete(name);
  if (known !== undefined) {
    site.setUpIn.delete(known.path);
    if (await moved(site, known, commit, signal)) {
      standing.set(name, known);
      return known.path;
    }
    await ifPossible(() => removeWorktree(site, known.path));
  }
  const path = await addWorktree(site, name, commit, undefined, signal);
  standing.set(name, { path, link: await linkOf(path) });
  return path;
}

/**
 * True if the folder now holds the commit and nothing else. Commands that ran there may have changed anything, so git's
 * folder is not read from the `.git` file, and the result is compared by content.
 */
async function moved(site: Site, known: Standing, commit: string, signal: AbortSignal): Promise<boolean> {
  try {
    if ((await linkOf(known.path)) !== known.link) return false;
    const env = { GIT_DIR: known.link.slice("gitdir: ".length), GIT_WORK_TREE: known.path };
    const call = { cwd: known.path, env, signal };
    await site.git(["reset", "--hard", "--quiet", commit], call);
    await site.git(["clean", "-ffdx", "--quiet"], call);
    await fillSubmodules(site, known.path, commit, signal);
    return await isExactly(site, known.path, commit);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof GitError || error instanceof Fault || isMissing(error)) return false;
    throw error;
  }
}

async function linkOf(path: string): Promise<string> {
  return (await readFile(join(path, ".git"), "utf8")).trimEnd();
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
