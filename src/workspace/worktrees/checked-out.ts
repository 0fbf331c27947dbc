import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listWorktrees, mayBeCheckedOut } from "../git/list-worktrees.ts";
import type { Git } from "../git/run-git.ts";
import type { Site } from "../site.ts";
import { stands } from "./stands.ts";

export interface CheckedOut {
  readonly path: string;
  /** No tracked file changed and nothing staged. There may be untracked files; `fastForward` checks those. */
  readonly clean: boolean;
  /** A git operation that is under way there, such as "a rebase". */
  readonly under?: string;
}

/** Where a branch is checked out or being rebased: its ref must not be moved from outside. */
export async function checkedOut(site: Site, branch: string): Promise<CheckedOut | undefined> {
  const ref = branch.startsWith("refs/") ? branch : `refs/heads/${branch}`;
  const common = await site.commonDir();
  const worktrees = (await mayBeCheckedOut(common, ref)) ? await listWorktrees(site.git) : [];
  for (const { path, locked } of worktrees.filter((worktree) => worktree.branch === ref && !worktree.bare)) {
    if (await stands(path)) {
      const under = await operationAt(site.git, path);
      return { path, clean: await isClean(site.git, path), ...(under !== undefined && { under }) };
    }
    // A locked worktree that is missing is on a disk that is not mounted now. If it is not locked, git itself would
    // release the branch.
    if (locked) return { path, clean: false };
  }
  const record = await recordOfRebase(common, ref);
  if (record === undefined) return undefined;
  const link = record === common ? undefined : await lineOf(join(record, "gitdir"));
  const path = link === undefined ? (await listWorktrees(site.git))[0]?.path : dirname(link);
  return path === undefined ? undefined : { path, clean: false, under: "a rebase" };
}

/** Files that git keeps in its folder while an operation is under way. */
const operations: Readonly<Record<string, string>> = {
  "rebase-merge": "a rebase",
  "rebase-apply": "a rebase",
  MERGE_HEAD: "a merge",
  CHERRY_PICK_HEAD: "a cherry-pick",
  REVERT_HEAD: "a revert",
  BISECT_LOG: "a bisect",
};

async function operationAt(git: Git, path: string): Promise<string | undefined> {
  const { text } = await git(["rev-parse", "--absolute-git-dir"], { cwd: path, theirs: true });
  const names: readonly string[] = await readdir(text).catch(() => []);
  const found = Object.keys(operations).find((name) => names.includes(name));
  return found === undefined ? undefined : operations[found];
}

async function isClean(git: Git, path: string): Promise<boolean> {
  const { bytes } = await git(
    ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=all"],
    { cwd: path, theirs: true },
  );
  return bytes.length === 0;
}

/**
 * A rebase detaches the head and moves its branch when it ends, so git lists no branch for it. The folder of git in which
 * it is noted.
 */
async function recordOfRebase(common: string, ref: string): Promise<string | undefined> {
  const linked = await readdir(join(common, "worktrees")).catch(() => []);
  for (const folder of [common, ...linked.map((name) => join(common, "worktrees", name))])
    for (const kind of ["rebase-merge", "rebase-apply"])
      if ((await lineOf(join(folder, kind, "head-name"))) === ref) return folder;
  return undefined;
}

async function lineOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").then(
    (text) => text.replace(/\n$/, ""),
    () => undefined,
  );
}
