import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import { gitFailure } from "../git/git-error.ts";
import type { GitCall } from "../git/run-git.ts";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";

/**
 * The tree of a worktree's content. It uses a private index made from `base`, so tracked files stay tracked and a torn
 * index of the worktree does no harm. Git's folder is named explicitly, because commands that ran in the worktree could
 * have changed its `.git` file.
 */
export async function writeTree(site: Site, path: string, base: string): Promise<string> {
  const folder = await scratch(site, "index");
  const call: GitCall = {
    cwd: path,
    env: {
      GIT_DIR: await site.commonDir(),
      GIT_WORK_TREE: path,
      GIT_INDEX_FILE: join(folder, "index"),
    },
  };
  try {
    await site.git(["read-tree", base], call);
    await addAll(site, call);
    return (await site.git(["write-tree"], call)).text;
  } finally {
    await discard(folder);
  }
}

async function addAll(site: Site, call: GitCall): Promise<void> {
  // 128 is handled below: for git, a nested repository without a commit is an error, and one with a commit a warning.
  const { exit, said } = await site.git(["add", "--all"], { ...call, answers: [128] });
  const nested =
    /adding embedded git repository: (.*)/.exec(said)?.[1] ??
    /'(.*)\/' does not have a commit/.exec(said)?.[1];
  if (nested !== undefined)
    throw new Fault(
      "refused",
      `${nested} is a git repository of its own inside the worktree, so its files cannot be committed. Remove ${nested}/.git, or the folder.`,
    );
  if (exit !== 0) throw gitFailure(["add", "--all"], exit, said, call.cwd ?? "");
}
