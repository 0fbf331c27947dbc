import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { GitError, isRace } from "../git/git-error.ts";
import { pause } from "../processes/pause.ts";
import type { Site } from "../site.ts";
import { fillSubmodules } from "./fill-submodules.ts";
import { stands } from "./stands.ts";

const tries = 6;

/**
 * Makes a worktree in a folder that was never used before, detached, so that no worktree ever holds a branch. A failed
 * or killed try is left as it is, because git of a dead runner may still be writing there. `sweep` removes it later.
 */
export async function addWorktree(
  site: Site,
  name: string,
  commit: string,
  tree: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name) || name === "tmp")
    throw new Error(`"${name}" cannot name a worktree`);
  await mkdir(site.folder, { recursive: true });
  const path = await addEmpty(site, name, commit, signal);
  await site.git(["read-tree", "-u", "--reset", tree ?? commit], { cwd: path, signal });
  await fillSubmodules(site, path, tree ?? commit, signal);
  return path;
}

async function addEmpty(site: Site, name: string, commit: string, signal: AbortSignal): Promise<string> {
  const turn = await site.commonDir();
  const taken = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const path = await unused(join(site.folder, `${name}.${site.fence}`), taken);
    try {
      await site.git(["worktree", "add", "--detach", "--no-checkout", path, commit], { signal, turn });
      return path;
    } catch (error) {
      // The folder is gone, and git still has a record of it.
      if (error instanceof GitError && /already registered worktree/.test(error.said)) {
        taken.add(path);
        continue;
      }
      if (!isRace(error) || attempt === tries) throw error;
      await pause(10 * 2 ** attempt, signal);
    }
  }
}

async function unused(path: string, taken: ReadonlySet<string>): Promise<string> {
  for (let again = 2, free = path; ; free = `${path}-${again++}`) {
    if (!taken.has(free) && !(await stands(free))) return free;
  }
}
