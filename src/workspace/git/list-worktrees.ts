import type { Git } from "./run-git.ts";

export interface ListedWorktree {
  readonly path: string;
  readonly bare: boolean;
  /** Full name of the branch that is checked out there; undefined when detached or bare. */
  readonly branch?: string;
  readonly locked: boolean;
}

export async function listWorktrees(git: Git): Promise<readonly ListedWorktree[]> {
  const { bytes } = await git(["worktree", "list", "--porcelain", "-z"]);
  return bytes
    .toString("utf8")
    .split("\0\0")
    .filter((record) => record !== "")
    .map((record) => parse(record.split("\0")));
}

function parse(lines: readonly string[]): ListedWorktree {
  const value = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const branch = value("branch");
  return {
    path: value("worktree") ?? "",
    bare: lines.includes("bare"),
    locked: lines.includes("locked") || value("locked") !== undefined,
    ...(branch === undefined ? {} : { branch }),
  };
}
