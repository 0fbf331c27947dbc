import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifPossible } from "./git/git-error.ts";

/** Removes everything, including the content of read-only folders. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    await openFolders(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function openFolders(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
}

/** For temporary files: what cannot be removed now is left for a sweep. */
export async function discard(path: string): Promise<void> {
  await ifPossible(() => removeTree(path));
}
