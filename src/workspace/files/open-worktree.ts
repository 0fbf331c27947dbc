import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Denied, FileRead, Worktree } from "../../core/ports/files.ts";
import type { Site } from "../site.ts";
import { deniedByName } from "./guard-names.ts";
import { denied, guardPath } from "./guard-path.ts";
import { readText } from "./read-text.ts";
import { searchWorktree } from "./search-worktree.ts";
import { writeFile } from "./write-file.ts";

/** An existing worktree as tools see it; undefined when it does not exist. */
export async function openWorktree(
  site: Site,
  path: string,
  signal: AbortSignal,
): Promise<Worktree | undefined> {
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined || !(await isWorktree(root))) return undefined;
  return {
    readText: (file) => read(root, file),
    list: (folder) => list(root, folder),
    search: (pattern, options) => searchWorktree(site, root, pattern, options, signal),
    write: (file, content) => writeFile(site, root, file, content),
    async mayWrite(file) {
      const place = await guardPath(root, file, "write");
      if (place.kind === "denied") return place;
      return place.found === "folder" ? denied(`${place.shown} is a folder.`) : undefined;
    },
  };
}

async function isWorktree(root: string): Promise<boolean> {
  return lstat(join(root, ".git")).then(
    () => true,
    () => false,
  );
}

async function read(root: string, path: string): Promise<FileRead> {
  const place = await guardPath(root, path, "read");
  if (place.kind === "denied") return place;
  if (place.found === "none") return { kind: "none" };
  if (place.found === "folder") return denied(`${place.shown} is a folder. List it instead.`);
  return readText(place);
}

/** Names in order, folders with a slash at the end. Files that may not be read are left out. */
async function list(root: string, folder: string): Promise<readonly string[] | Denied> {
  const place = await guardPath(root, folder, "read");
  if (place.kind === "denied") return place;
  if (place.found === "none") return denied(`There is no folder ${place.shown}.`);
  if (place.found === "file") return denied(`${place.shown} is a file. Read it instead.`);
  const entries = await readdir(place.real, { withFileTypes: true });
  const way = place.shown === "." ? [] : place.shown.split("/");
  return entries
    .filter((entry) => deniedByName([...way, entry.name], "read") === undefined)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}
