import { Fault } from "../../core/fault.ts";
import type { CommitInput, FileChange, MergeResult } from "../../core/ports/workspace.ts";
import { visible } from "../../core/text/visible.ts";
import { GitError } from "./git-error.ts";
import type { Git } from "./run-git.ts";

export async function resolve(git: Git, ref: string): Promise<string | undefined> {
  if (ref === "") return undefined;
  const { exit, text } = await git(
    ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`],
    {
      answers: [1, 128],
    },
  );
  return exit === 0 ? text : undefined;
}

export async function treeOf(git: Git, commit: string): Promise<string> {
  return (await git(["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`])).text;
}

export async function isAncestor(git: Git, older: string, newer: string): Promise<boolean> {
  return (await git(["merge-base", "--is-ancestor", older, newer], { answers: [1] })).exit === 0;
}

/** Plumbing and full ids, so that neither the person's settings nor the number of objects change the output. */
export async function diff(git: Git, from: string, to: string): Promise<string> {
  const { bytes } = await git([
    ...["diff-tree", "-r", "-p", "-M", "--full-index", "--no-color"],
    ...["--no-ext-diff", "--no-textconv", "--end-of-options", from, to],
  ]);
  return bytes.toString("utf8");
}

/** The files in which two commits or trees differ, with the size of their new content. */
export async function fileChanges(git: Git, from: string, to: string): Promise<readonly FileChange[]> {
  const { bytes } = await git([
    ...["diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index"],
    ...["--end-of-options", from, to],
  ]);
  const parts = bytes.toString("utf8").split("\0");
  const found = parts.flatMap((part, at) => {
    const [, before, after, object] = /^:(\d+) (\d+) [0-9a-f]+ ([0-9a-f]+) /.exec(part) ?? [];
    if (at % 2 === 1 || before === undefined || after === undefined || object === undefined) return [];
    return [{ path: parts[at + 1] ?? "", before: modeOf(before), after: modeOf(after), object }];
  });
  const sizes = await sizesOf(
    git,
    found.flatMap(({ after, object }) => (after === null ? [] : [object])),
  );
  return found.map((one) => ({ ...one, bytes: sizes.get(one.object) ?? 0 }));
}

function modeOf(mode: string): string | null {
  return mode === "000000" ? null : mode;
}

/** A commit of a submodule is in another repository, and has no size here. */
async function sizesOf(git: Git, objects: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (objects.length === 0) return new Map();
  const { text } = await git(["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
    input: `${objects.join("\n")}\n`,
  });
  const lines = text.split("\n").map((line) => line.split(" "));
  return new Map(lines.map(([object = "", size]) => [object, Number(size) || 0]));
}

/** Everything comes from the input, so the same input gives the same commit, unless it is signed. */
export async function commitTree(
  git: Git,
  input: CommitInput,
  signing: readonly string[] = [],
): Promise<string> {
  const parents = input.parents.flatMap((parent) => ["-p", parent]);
  const date = `@${Math.floor(Date.parse(input.when) / 1000)} +0000`;
  const { text } = await git(["commit-tree", ...signing, input.tree, ...parents], {
    // Git refuses a NUL. An intent of an older version may hold one.
    input: `${visible(input.message).trimEnd()}\n`,
    env: {
      GIT_AUTHOR_NAME: input.author.name,
      GIT_AUTHOR_EMAIL: input.author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: input.author.name,
      GIT_COMMITTER_EMAIL: input.author.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return text;
}

/** The commits between two along their first parents, newest first, and how many parents each has. */
export async function firstParents(
  git: Git,
  from: string,
  to: string,
): Promise<readonly { readonly commit: string; readonly parents: number }[]> {
  const { text } = await git(["rev-list", "--first-parent", "--parents", "--end-of-options", to, `^${from}`]);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" "))
    .map(([commit = "", ...parents]) => ({ commit, parents: parents.length }));
}

/** The newest commits between two that changed these paths, as `id first line`. */
export async function subjects(
  git: Git,
  from: string,
  to: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const { text } = await git([
    ...["log", "-n", "5", "--no-merges", "--no-show-signature", "--abbrev=12", "--format=%h %s"],
    ...["--end-of-options", `${from}..${to}`, "--", ...paths],
  ]);
  return text.split("\n").filter((line) => line !== "");
}

/** Merges two commits without a checkout. */
export async function merge(git: Git, ours: string, theirs: string): Promise<MergeResult> {
  const { exit, bytes } = await git(
    ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs],
    { answers: [1] },
  ).catch((error: unknown) => {
    throw unmerged(error, ours, theirs);
  });
  const [tree = "", ...names] = bytes.toString("utf8").split("\0");
  const conflicts = names.filter((name) => name !== "");
  if (exit === 1 && conflicts.length === 0)
    throw new Fault("merge.conflict", `Git could not merge ${theirs} into ${ours}, and did not name a file.`);
  return { tree, conflicts };
}

function unmerged(error: unknown, ours: string, theirs: string): unknown {
  if (!(error instanceof GitError) || !/unrelated histories/.test(error.said)) return error;
  return new Fault(
    "merge.conflict",
    `${ours.slice(0, 12)} and ${theirs.slice(0, 12)} have no commit in common, so git cannot merge them. To ship as a branch of its own, type: huddle ship`,
    { cause: error },
  );
}
