import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface SessionFolder {
  readonly session: string;
  readonly path: string;
  /** Names of the worktrees in it. */
  readonly worktrees: readonly string[];
}

/** The content of the folder where all sessions of a repository have their worktrees. */
export async function sessionFolders(folder: string): Promise<readonly SessionFolder[]> {
  const found: SessionFolder[] = [];
  for (const session of await foldersIn(folder)) {
    const path = join(folder, session);
    const worktrees = (await foldersIn(path)).filter((name) => /\.\d+(-\d+)?$/.test(name));
    found.push({ session, path, worktrees: worktrees.filter((name) => !name.startsWith("tmp.")) });
  }
  return found;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
