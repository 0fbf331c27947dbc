import { deniedByName } from "../../core/permits/guard-names.ts";
import type { Denied } from "../../core/ports/files.ts";
import { GitError } from "../git/git-error.ts";
import type { Git } from "../git/run-git.ts";
import { pathspecs } from "./grep.ts";
import { denied } from "./guard/guard-path.ts";
import { gone } from "./guard/list-tree.ts";
import { searchedIn } from "./searched-in.ts";

const enoughBytes = 16 * 1024 * 1024;

/** The files that a pattern of paths names, in a commit or, without one, in the worktree that git is called for. */
export async function matchPaths(git: Git, glob: string, at?: string): Promise<readonly string[] | Denied> {
  const where = searchedIn({ glob, max: 0 });
  if ("kind" in where) return where;
  const { folder, options } = where;
  const named = deniedByName(folder.split("/"));
  if (named !== undefined) return denied(named);
  const below = folder === "." ? "" : folder;
  // An index that is not there stands for nothing, so the files of the worktree are all new, and the commit is all there is.
  const which = at === undefined ? ["--others", "--exclude-standard"] : [`--with-tree=${at}`];
  const args = ["ls-files", "-z", ...which, "--", ...pathspecs({ below, globs: options.globs })];
  const env = { GIT_LITERAL_PATHSPECS: "0" };
  const { exit, bytes, said } = await git(args, { answers: [128], enoughBytes, env });
  if (exit === 128 && at !== undefined && /bad tree-ish/.test(said)) return gone(at);
  if (exit !== 0) throw new GitError(args, exit, said);
  const paths = bytes.toString("utf8").split("\0").slice(0, -1);
  // A repository inside the worktree is named as a folder.
  return paths.filter((path) => !path.endsWith("/") && deniedByName(path.split("/")) === undefined).sort();
}
