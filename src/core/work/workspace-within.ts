import type { Denied, Files, SearchOptions } from "../ports/files.ts";
import type { Workspace } from "../ports/workspace.ts";
import { shellWord } from "../text/quoted.ts";

/**
 * The workspace of a session that works in one folder: checks run there, and searches find what is there. Reading is
 * not limited. Undefined: the session works in the whole repository.
 */
export function workspaceWithin(workspace: Workspace, folder: string | undefined): Workspace {
  if (folder === undefined) return workspace;
  return {
    ...workspace,
    tree: (commit, signal) => searchedWithin(workspace.tree(commit, signal), folder),
    async worktree(worktree, signal) {
      const files = await workspace.worktree(worktree, signal);
      return files && searchedWithin(files, folder);
    },
    async runChecks(worktree, checks, how, signal) {
      const there = checks.map((check) => ({ ...check, run: runWithin(check.run, folder) }));
      const runs = await workspace.runChecks(worktree, there, how, signal);
      // Facts name the commands as the project does.
      return runs.map((run, index) => ({ ...run, command: checks[index]?.run ?? run.command }));
    },
  };
}

/** On a line of its own, so that it counts for all of the command. */
function runWithin(command: string, folder: string): string {
  return `cd ${shellWord(folder)} || exit 1\n${command}`;
}

function searchedWithin<F extends Files>(files: F, folder: string): F {
  return {
    ...files,
    async search(pattern, options) {
      const limited = searchWithin(folder, options);
      return "kind" in limited ? limited : files.search(pattern, limited);
    },
  };
}

/** What is searched for in a larger folder is searched for in this one. */
export function searchWithin(folder: string, options: SearchOptions): SearchOptions | Denied {
  const { folder: wanted = ".", glob, ...rest } = options;
  if (glob !== undefined) return { ...rest, glob: globWithin(folder, tidy(glob)) };
  const place = tidy(wanted);
  if (place === "" || isBelow(place, folder)) return { ...rest, folder };
  if (isBelow(folder, place)) return { ...rest, folder: place };
  return {
    kind: "denied",
    reason: `This session works in ${folder}, so only that is searched. Files elsewhere can be read and listed.`,
  };
}

function globWithin(folder: string, glob: string): string {
  if (glob.startsWith(`${folder}/`)) return glob;
  return glob.includes("/") ? `${folder}/${glob}` : `${folder}/**/${glob}`;
}

/** Whether a path is this folder or lies in it. */
function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function tidy(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
