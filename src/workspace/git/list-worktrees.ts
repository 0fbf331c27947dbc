import { lstat, readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { unlessMissing } from "../unless-missing.ts";
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

/** The folders of all linked worktrees, as git's records name them. Starts no process. */
export async function linkedPaths(commonDir: string): Promise<readonly string[]> {
  const records = await recordsIn(commonDir).catch(() => []);
  const paths = await Promise.all(
    records.map(async (record) => {
      const link = await readFile(join(record, "gitdir"), "utf8").catch(() => undefined);
      return link === undefined ? undefined : dirname(resolve(record, link.trimEnd()));
    }),
  );
  return paths.filter((path) => path !== undefined);
}

/** False: no worktree has this branch checked out. Starts no process, and is true wherever only git itself can say. */
export async function mayBeCheckedOut(commonDir: string, ref: string): Promise<boolean> {
  try {
    for (const folder of [commonDir, ...(await recordsIn(commonDir))]) {
      const head = await headIn(commonDir, folder);
      if (head.kind === "unclear" || (head.kind === "branch" && head.ref === ref)) return true;
    }
    return false;
  } catch {
    return true; // git has words for what may not be read
  }
}

/** Where a head is, as far as files tell. `unclear`: only git itself can say. */
export type Head =
  | { readonly kind: "branch"; readonly ref: string }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" };

/** The head that is kept in this folder of git. Starts no process. */
export async function headIn(commonDir: string, folder: string): Promise<Head> {
  const file = join(folder, "HEAD");
  if ((await unlessMissing(lstat(file)))?.isSymbolicLink()) return { kind: "unclear" };
  const text = await unlessMissing(readFile(file, "utf8"));
  if (text === undefined || /^[0-9a-f]{40,64}\n?$/.test(text)) return { kind: "none" };
  const ref = /^ref: (refs\/[^\n]+)\n$/.exec(text)?.[1];
  // This name says that branches are not kept as files.
  if (ref === undefined || ref === "refs/heads/.invalid") return { kind: "unclear" };
  const target = await unlessMissing(readFile(join(commonDir, ref), "utf8"));
  return target?.startsWith("ref:") ? { kind: "unclear" } : { kind: "branch", ref };
}

async function recordsIn(commonDir: string): Promise<readonly string[]> {
  const records = join(commonDir, "worktrees");
  return ((await unlessMissing(readdir(records))) ?? []).map((name) => join(records, name));
}
