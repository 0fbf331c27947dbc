import { deniedByName } from "../../../core/permits/guard-names.ts";
import type { Denied } from "../../../core/ports/files.ts";
import type { Git } from "../../git/run-git.ts";
import { denied, segmentsOf } from "./guard-path.ts";
import { gone, listTree, type TreeEntry } from "./list-tree.ts";

/** An object at a path of a commit: its id, and its real path. */
export interface InTree {
  readonly kind: "file" | "folder";
  readonly id: string;
  readonly size: number;
  readonly shown: string;
}

const mostLinks = 10;
const longestLink = 4096;
const deepest = 100;

/** What a path of a commit leads to. */
export type Place = InTree | { readonly kind: "none" } | Denied;

/** The guard for commits: the same rules as in a worktree, on real paths. Links are followed while they stay inside. */
export async function findInTree(git: Git, commit: string, path: string): Promise<Place> {
  let segments = segmentsOf(path);
  for (let links = 0; links <= mostLinks; links++) {
    const way = wayAlong(segments, commit);
    if ("kind" in way) return way;
    const entries = await listTree(git, commit, way);
    if (!entries) return gone(commit);
    const stop = firstStop(way, entries);
    if (stop.kind !== "link") return stop.kind === "none" && links > 0 ? nowhere(path) : stop;
    segments = await followed(git, stop.link, way.at(-1)?.split("/") ?? []);
  }
  return nowhere(path);
}

/** The same for many paths, with one question to git for as many of them as it takes at once. */
export async function findAllInTree(
  git: Git,
  commit: string,
  paths: readonly string[],
): Promise<readonly Place[]> {
  const found: Place[] = [];
  const ways = paths.map((path) => ({ path, way: wayAlong(segmentsOf(path), commit) }));
  for (const piece of inPieces(ways, mostNames, ({ way }) => ("kind" in way ? 0 : way.join().length))) {
    const named = [...new Set(piece.flatMap(({ way }) => ("kind" in way ? [] : way)))];
    const entries = named.length === 0 ? [] : await listTree(git, commit, named);
    for (const { path, way } of piece) {
      const stop = "kind" in way ? way : entries ? firstStop(way, entries) : gone(commit);
      found.push(stop.kind === "link" ? await findInTree(git, commit, path) : stop);
    }
  }
  return found;
}

/** So many characters of names fit into a command line everywhere. */
const mostNames = 64 * 1024;

/** The path and every folder on the way to it; or what it leads to, if git need not be asked. */
function wayAlong(segments: string[] | Denied, commit: string): readonly string[] | Place {
  if (!Array.isArray(segments)) return segments;
  const named = deniedByName(segments);
  if (named !== undefined) return denied(named);
  if (segments.length > deepest) return { kind: "none" };
  if (segments.length === 0) return { kind: "folder", id: commit, size: 0, shown: "." };
  return segments.map((_, at, all) => all.slice(0, at + 1).join("/"));
}

/** A list in pieces: of one item each, or of as many as are together not larger than `most`. */
export function inPieces<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): readonly T[][] {
  const pieces: T[][] = [];
  let size = 0;
  for (const item of items) {
    size += sizeOf(item);
    const last = pieces.at(-1);
    if (last && size <= most) last.push(item);
    else {
      pieces.push([item]);
      size = sizeOf(item);
    }
  }
  return pieces;
}

type Stop = InTree | { readonly kind: "none" } | Denied | { readonly kind: "link"; readonly link: TreeEntry };

/** The first entry on the path that is not a folder, or the folder at its end. */
function firstStop(way: readonly string[], entries: readonly TreeEntry[]): Stop {
  for (const [at, shown] of way.entries()) {
    const entry = entries.find(({ name }) => name === shown);
    if (!entry) return { kind: "none" };
    const { kind, id, size } = entry;
    if (kind === "link") return { kind, link: entry };
    if (kind === "repository")
      return denied(`${shown} is a repository of its own (a submodule); its files are not here.`);
    if (at === way.length - 1) return { kind, id, size, shown };
    if (kind === "file") return denied(`${shown} is a file, not a folder.`);
  }
  return { kind: "none" };
}

/** The path that a link leads to: its target, then the rest of the path. */
async function followed(git: Git, link: TreeEntry, segments: readonly string[]): Promise<string[] | Denied> {
  const depth = link.name.split("/").length;
  if (link.size > longestLink) return nowhere(link.name);
  const target = (await git(["cat-file", "blob", link.id])).bytes.toString("utf8");
  const out = denied(`${link.name} is a link that leads out of the project.`);
  if (target === "" || target.includes("\0")) return nowhere(link.name);
  if (target.startsWith("/")) return out;
  const real = segments.slice(0, depth - 1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") real.push(part);
    else if (real.pop() === undefined) return out;
  }
  return [...real, ...segments.slice(depth)];
}

function nowhere(shown: string): Denied {
  return denied(`${shown} is a link that leads nowhere.`);
}
