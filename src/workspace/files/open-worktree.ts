import { readFileSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import { deniedByName } from "../../core/permits/guard-names.ts";
import type { Denied, FileRead, Worktree } from "../../core/ports/files.ts";
import { submodulePaths } from "../git/submodules.ts";
import { onceDone } from "../once-done.ts";
import type { Site } from "../site.ts";
import { denied, guardPath, segmentsOf } from "./guard/guard-path.ts";
import { inTime } from "./in-time.ts";
import { lookAt } from "./look-at.ts";
import { matchPaths } from "./match-paths.ts";
import { namesBelow, noFile, otherCapitals } from "./other-capitals.ts";
import { readText } from "./read-text.ts";
import { searchWorktree } from "./search-worktree.ts";
import { worktreeGit } from "./worktree-git.ts";
import { writeFile } from "./write-file.ts";

/**
 * A worktree that stands, as tools see it. If it is removed or damaged later, everything that is done with it throws a
 * Fault: a write would otherwise make its folder again, with nothing else in it.
 */
export async function openWorktree(site: Site, path: string, signal: AbortSignal): Promise<Worktree> {
  const root = await realpath(path);
  const link = linkIn(root);
  const standing = async <T>(act: () => Promise<T>): Promise<T> => {
    if (link === undefined || linkIn(root) !== link)
      throw new Fault("worktree.lost", `The worktree ${root} is gone, or was damaged.`);
    return act();
  };
  const others = onceDone(() => submodulePaths(site.git, root));
  const inOther = async (file: string): Promise<Denied | undefined> => deniedIn(await others(), file);
  return {
    readText: (file) => standing(() => read(root, file)),
    list: (folder) => standing(() => list(root, folder)),
    match: (glob) =>
      standing(() => inTime(signal, async (limit) => matchPaths(await worktreeGit(site, root, limit), glob))),
    search: (pattern, options) => standing(() => searchWorktree(site, root, pattern, options, signal)),
    write: (file, content, executable) =>
      standing(async () => (await inOther(file)) ?? writeFile(site, root, file, content, executable)),
    mayWrite: (file, gone) =>
      standing(async () => {
        const place = guardPath(root, file, "write");
        if (place.kind === "denied") return place;
        if (place.found === "folder") return denied(`${place.shown} is a folder.`);
        return (
          (await inOther(file)) ?? (place.found === "none" ? clashing(root, place.shown, gone) : undefined)
        );
      }),
    look: (file) => standing(async () => (await inOther(file)) ?? lookAt(root, file)),
  };
}

/** A new name that many disks cannot tell from one that is there. */
async function clashing(root: string, shown: string, gone: string | undefined): Promise<Denied | undefined> {
  const other = await otherCapitals(namesBelow(root), shown);
  if (other === undefined || other === gone) return undefined;
  return denied(
    `${other} is there already. ${shown} differs from it in capitals alone, and many disks hold only one of the two. Use ${other}.`,
  );
}

/** A commit holds no file of a submodule, only the id of a commit there. Capitals do not count on every disk. */
function deniedIn(submodules: readonly string[], file: string): Denied | undefined {
  const way = segmentsOf(file);
  if (!Array.isArray(way)) return undefined; // the guard has its own words for it
  const path = `${way.join("/")}/`.toLowerCase();
  const found = submodules.find((one) => path.startsWith(`${one.toLowerCase()}/`));
  return found === undefined
    ? undefined
    : denied(
        `${found} is a submodule, a repository of its own. No commit of this project can hold changes in it, so leave it alone. If the task needs a change there, say so.`,
      );
}

/** What the `.git` file says. Undefined if it is gone. */
function linkIn(root: string): string | undefined {
  try {
    return readFileSync(join(root, ".git"), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}

async function read(root: string, path: string): Promise<FileRead> {
  const place = guardPath(root, path, "read");
  if (place.kind === "denied") return place;
  if (place.found === "none") return noFile(namesBelow(root), place.shown);
  if (place.found === "folder") return denied(`${place.shown} is a folder. List it instead.`);
  return readText(place);
}

/** Names in order, folders with a slash at the end. Files that may not be read are left out. */
async function list(root: string, folder: string): Promise<readonly string[] | Denied> {
  const place = guardPath(root, folder, "read");
  if (place.kind === "denied") return place;
  if (place.found === "none") return denied(`There is no folder ${place.shown}.`);
  if (place.found === "file") return denied(`${place.shown} is a file. Read it instead.`);
  const entries = await readdir(place.real, { withFileTypes: true });
  const way = place.shown === "." ? [] : place.shown.split("/");
  return entries
    .filter((entry) => deniedByName([...way, entry.name]) === undefined)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}
