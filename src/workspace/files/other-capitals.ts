import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { NoFile } from "../../core/ports/files.ts";
import type { Git } from "../git/run-git.ts";
import { segmentsOf } from "./guard/guard-path.ts";
import { listTree } from "./guard/list-tree.ts";

/** The names in a folder; none where there is no folder. */
type Names = (folder: readonly string[]) => Promise<readonly string[]>;

/**
 * What is there at a path in other capitals; of a path that is not there yet, the longest part that is. Undefined: no
 * part of the path has other capitals. Many disks hold only one of two such names.
 */
export async function otherCapitals(names: Names, path: string): Promise<string | undefined> {
  const segments = segmentsOf(path);
  if (!Array.isArray(segments)) return undefined;
  const found: string[] = [];
  for (const segment of segments) {
    const here = await names(found);
    const like = here.includes(segment) ? segment : here.find((name) => isLike(name, segment));
    if (like === undefined) break;
    found.push(like);
  }
  const way = found.join("/");
  return way === segments.slice(0, found.length).join("/") ? undefined : way;
}

/** A path at which nothing is, with what may have been meant. */
export async function noFile(names: Names, path: string): Promise<NoFile> {
  const like = await otherCapitals(names, path);
  return { kind: "none", ...(like !== undefined && isLike(like, path) && { like }) };
}

function isLike(one: string, other: string): boolean {
  return one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();
}

export function namesBelow(root: string): Names {
  return async (folder) => {
    try {
      return await readdir(join(root, ...folder));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return [];
      throw error;
    }
  };
}

export function namesInTree(git: Git, commit: string): Names {
  return async (folder) => {
    const entries = await listTree(git, folder.length === 0 ? commit : `${commit}:${folder.join("/")}`);
    return (entries ?? []).map(({ name }) => name);
  };
}
