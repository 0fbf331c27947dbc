import { join } from "node:path";
import type { Denied, Found, Match, SearchOptions } from "../../core/ports/files.ts";
import type { Site } from "../site.ts";
import { grep } from "./grep.ts";
import { guardPath } from "./guard/guard-path.ts";
import { inTime } from "./in-time.ts";
import { nothingAt, searchedIn } from "./searched-in.ts";
import { worktreeGit } from "./worktree-git.ts";

/** Searches the files in a worktree as they are now, without ignored ones. */
export async function searchWorktree(
  site: Site,
  root: string,
  pattern: string,
  options: SearchOptions,
  signal: AbortSignal,
): Promise<Found | Denied> {
  const where = searchedIn(options);
  if ("kind" in where) return where;
  const place = guardPath(root, where.folder, "read");
  if (place.kind === "denied") return place;
  if (place.found === "none") return nothingAt(place.shown);
  const below = place.shown === "." ? "" : place.shown;
  return inTime(signal, async (limit) => {
    const git = await worktreeGit(site, root, limit);
    const found = await grep(git, pattern, { ...where.options, below, redaction: site.redaction });
    if (!found) throw new Error("git grep knows no worktree");
    return found.kind === "denied" ? found : { ...found, matches: await readable(root, found.matches) };
  });
}

/** Only files that the guard allows, and none reached through a link. */
async function readable(root: string, matches: readonly Match[]): Promise<readonly Match[]> {
  const paths = new Set<string>();
  for (const path of new Set(matches.map((match) => match.path))) {
    const place = guardPath(root, path, "read");
    if (place.kind === "allowed" && place.found === "file" && place.real === join(root, path))
      paths.add(path);
  }
  return matches.filter((match) => paths.has(match.path));
}
