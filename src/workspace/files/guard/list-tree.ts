import type { Denied } from "../../../core/ports/files.ts";
import { GitError } from "../../git/git-error.ts";
import type { Git } from "../../git/run-git.ts";
import { denied } from "./guard-path.ts";

export interface TreeEntry {
  readonly kind: "file" | "folder" | "link" | "repository";
  readonly id: string;
  /** In bytes, of files and links. */
  readonly size: number;
  /** As git has it; bytes that are not UTF-8 become U+FFFD. */
  readonly name: string;
}

/**
 * The entries of a commit or tree: those in its root, or exactly these paths with all folders on the way that are named,
 * too. Undefined: there is no such commit.
 */
export async function listTree(
  git: Git,
  treeish: string,
  paths: readonly string[] = [],
): Promise<readonly TreeEntry[] | undefined> {
  const args = ["ls-tree", "-z", "-l", "-t", "--full-tree", treeish];
  const { exit, bytes, said } = await git(paths.length > 0 ? [...args, "--", ...paths] : args, {
    answers: [128],
    enoughBytes: 16 * 1024 * 1024,
  });
  if (exit === 128 && isGone(said)) return undefined;
  if (exit !== 0) throw new GitError(args, exit, said);
  return bytes.toString("utf8").split("\0").flatMap(entryOf);
}

export function gone(commit: string): Denied {
  return denied(`The files cannot be looked at: commit ${commit} is not in this repository.`);
}

export function isGone(said: string): boolean {
  return /not a tree object|not a valid object name|unable to parse object|bad object/i.test(said);
}

/** Ignores a record that was cut off. */
function entryOf(record: string): readonly TreeEntry[] {
  const parts = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(record);
  if (!parts) return [];
  const [, mode = "", id = "", size = "", name = ""] = parts;
  return [{ kind: kindOf(mode), id, size: Number(size) || 0, name }];
}

function kindOf(mode: string): TreeEntry["kind"] {
  if (mode === "040000") return "folder";
  if (mode === "120000") return "link";
  return mode === "160000" ? "repository" : "file";
}
