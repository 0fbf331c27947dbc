import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Changed } from "../../core/ports/commands.ts";
import type { IsDenied } from "../../core/ports/workspace.ts";
import { GitError } from "../git/git-error.ts";
import { keptScratch, type Site } from "../site.ts";
import { treeThrough } from "./write-tree.ts";

/**
 * The content of a worktree, and the paths in which it differs from `since`. Asked before and after every command, so
 * it keeps an index for each worktree, with which git looks only at files that were touched. Index and objects lie beside
 * the worktree and go with this runner: what commands make and remove does not stay in the person's repository. An
 * index that git refuses is made anew. A commit never comes from it.
 */
export async function changedSince(
  site: Site,
  path: string,
  wanted: Omit<Wanted, "folder">,
): Promise<Changed> {
  const folder = indexOf(site, path);
  try {
    return await compare(site, path, { ...wanted, folder });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    await rm(folder, { recursive: true, force: true });
    return compare(site, path, { ...wanted, folder });
  }
}

/** Where the objects lie of trees that this made. */
export function objectsBeside(site: Site, path: string): string {
  return join(indexOf(site, path), "objects");
}

function indexOf(site: Site, path: string): string {
  return keptScratch(site, `index-of-${basename(path)}`);
}

interface Wanted {
  readonly base: string;
  readonly since: string;
  readonly isDenied: IsDenied | undefined;
  readonly folder: string;
}

async function compare(
  site: Site,
  path: string,
  { base, since, isDenied, folder }: Wanted,
): Promise<Changed> {
  const objects = join(folder, "objects");
  await mkdir(objects, { recursive: true });
  const own = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(await site.commonDir(), "objects"),
  };
  const { tree, held } = await treeThrough(site, path, { base, folder, isDenied, more: own });
  if (tree === since) return { tree, changed: [], held };
  const names = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", since, tree];
  const { bytes } = await site.git(names, { env: { GIT_DIR: await site.commonDir(), ...own } });
  const entries = statusesIn(bytes);
  const those = (wanted: string) =>
    entries.flatMap(({ status, path: name }) => (status === wanted ? [name] : []));
  const changed = entries.map(({ path: name }) => name);
  return { tree, changed, added: those("A"), deleted: those("D"), held };
}

/** A letter, then the path it is about. */
function statusesIn(bytes: Buffer): readonly { readonly status: string; readonly path: string }[] {
  const parts = bytes.toString("utf8").split("\0");
  return parts.flatMap((status, at) =>
    at % 2 === 0 && status !== "" ? [{ status, path: parts[at + 1] ?? "" }] : [],
  );
}
