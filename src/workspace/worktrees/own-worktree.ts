import { lstat, readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { GitError } from "../git/git-error.ts";
import type { Site } from "../site.ts";
import { unlessMissing } from "../unless-missing.ts";
import { stands } from "./stands.ts";

/** Whether this folder is a worktree of this repository. If it was moved, git's record of it is corrected. */
export async function isOurs(site: Site, path: string): Promise<boolean> {
  const belonging = await belongingOf(site, path);
  return belonging === "moved" ? repaired(site, path) : belonging === "ours";
}

/**
 * What a folder is to this repository. `ours`: its `.git` file leads into the repository, and the record there leads
 * back. `moved`: the record leads to a place where nothing is now. `foreign`: it belongs to another repository, such as
 * the one that this is a copy of, or it is itself a copy. `broken`: its link to git is gone or leads nowhere.
 */
type Belonging = "ours" | "moved" | "foreign" | "broken";

export async function belongingOf(site: Site, path: string): Promise<Belonging> {
  const link = await linkOf(path);
  if (link === undefined) return "broken";
  const record = resolve(path, link);
  if (!(await isSame(dirname(dirname(record)), await site.commonDir()))) return "foreign";
  if (!(await stands(join(record, "HEAD")))) return "broken";
  const back = (await textOf(join(record, "gitdir")))?.trimEnd();
  if (back === undefined) return "broken";
  const place = resolve(record, back);
  if (await isSame(place, join(path, ".git"))) return "ours";
  return (await stands(place)) ? "foreign" : "moved";
}

/** Where the `.git` file of a worktree leads. Undefined: it has none. */
async function linkOf(path: string): Promise<string | undefined> {
  const file = join(path, ".git");
  const found = await unlessMissing(lstat(file));
  if (!found?.isFile()) return undefined;
  return /^gitdir: (.+)$/s.exec((await textOf(file))?.trimEnd() ?? "")?.[1];
}

async function repaired(site: Site, path: string): Promise<boolean> {
  try {
    await site.git(["worktree", "repair", path], { turn: await site.commonDir() });
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** By real paths where they exist: a folder can have several spellings. */
async function isSame(a: string, b: string): Promise<boolean> {
  const real = async (path: string) => (await unlessMissing(realpath(path))) ?? path;
  return (await real(a)) === (await real(b));
}

function textOf(file: string): Promise<string | undefined> {
  return unlessMissing(readFile(file, "utf8"));
}
