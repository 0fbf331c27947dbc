import type { Denied } from "../../../core/ports/files.ts";
import type { Git } from "../../git/run-git.ts";
import { deniedByName } from "./guard-names.ts";
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

/** The guard for commits: the same rules as in a worktree, on real paths. Links are followed while they stay inside. */
export async function findInTree(
  git: Git,
  commit: string,
  path: string,
): Promise<InTree | { readonly kind: "none" } | Denied> {
  let segments = segmentsOf(path);
  for (let links = 0; links <= mostLinks; links++) {
    if (!Array.isArray(segments)) return segments;
    const named = deniedByName(segments, "read");
    if (named !== undefined) return denied(named);
    if (segments.length > deepest) return { kind: "none" };
    if (segments.length === 0) return { kind: "folder", id: commit, size: 0, shown: "." };
    const way: readonly string[] = segments.map((_, at, all) => all.slice(0, at + 1).join("/"));
    const entries = await listTree(git, commit, way);
    if (!entries) return gone(commit);
    const stop = firstStop(way, entries);
    if (stop.kind !== "link") return stop.kind === "none" && links > 0 ? nowhere(path) : stop;
    segments = await followed(git, stop.link, segments);
  }
  return nowhere(path);
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
