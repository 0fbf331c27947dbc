import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Held, HeldByName } from "../../core/permits/held.ts";
import { GitError, gitFailure } from "../git/git-error.ts";
import type { GitCall } from "../git/run-git.ts";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";
import type { Entry } from "./gate/held-by-content.ts";
import { changedEntries, holdBack, lookThrough } from "./gate/hold-back.ts";
import { stands } from "./stands.ts";

/** What a worktree holds, as a tree, without what no commit may hold. `held`: the paths that it leaves as before. */
export interface Written {
  readonly tree: string;
  readonly held: readonly Held[];
}

/**
 * The tree of a worktree's content. It uses a private index made from `base`, so tracked files stay tracked and a torn
 * index of the worktree does no harm. Git's folder is named explicitly, because commands that ran in the worktree could
 * have changed its `.git` file.
 */
export async function writeTree(
  site: Site,
  path: string,
  base: string,
  byName?: HeldByName,
): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOnce(site, path, base, byName);
    } catch (error) {
      if (attempt === tries || !isCollected(error)) throw error;
    }
  }
}

const tries = 3;

/** No ref holds the new objects yet, so a `git gc` at this moment may remove them. */
function isCollected(error: unknown): boolean {
  return error instanceof GitError && /invalid object|error building trees|unable to read/i.test(error.said);
}

async function writeOnce(site: Site, path: string, base: string, byName?: HeldByName): Promise<Written> {
  return throughOwnIndex(site, async (folder) => {
    const { tree, held } = await treeThrough(site, path, { base, folder, byName });
    return { tree, held };
  });
}

/** Whether a worktree has the content of a commit and nothing else, by the same rules. */
export async function isExactly(site: Site, path: string, commit: string): Promise<boolean> {
  return throughOwnIndex(site, async (folder) => {
    const call = await filled(site, path, commit, folder);
    return (await changedEntries(site, commit, call)).length === 0;
  });
}

async function throughOwnIndex<T>(site: Site, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await scratch(site, "index");
  try {
    return await act(folder);
  } finally {
    await discard(folder);
  }
}

interface Through {
  readonly base: string;
  /** Where the index is; without one there, it is made from `base`. */
  readonly folder: string;
  readonly byName?: HeldByName | undefined;
  /** For git. */
  readonly more?: Pick<GitCall, "env" | "isPassing">;
  /** Another way to bring the index up to date. */
  readonly add?: typeof addAll;
}

interface ThroughIndex extends Written {
  /** What it has else than `base`. */
  readonly changed: readonly Entry[];
  /** For more that git is asked about the index. */
  readonly call: GitCall;
}

/** The tree of a worktree's content, made with the index in a folder. */
export async function treeThrough(
  site: Site,
  path: string,
  { base, folder, byName, more = {}, add = addAll }: Through,
): Promise<ThroughIndex> {
  const call = await filled(site, path, base, folder, more, add);
  const write = async () => (await site.git(["write-tree"], call)).text;
  // Mostly there is nothing to hold back, and then the tree that is written meanwhile is the one.
  const [looked, tree] = await allOver([lookThrough(site, base, call, byName), write()]);
  const { changed, refused } = looked;
  if (refused.size === 0) return { tree, held: [], changed, call };
  const held = await holdBack(site, looked, call);
  return { tree: await write(), held, changed: changed.filter((entry) => !refused.has(entry)), call };
}

/** Like `Promise.all`, but settles when nothing is running any more: the folder of the index can then be removed. */
async function allOver<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** How to ask git about the index in this folder, which now has what the worktree has. */
async function filled(
  site: Site,
  path: string,
  base: string,
  folder: string,
  more: Pick<GitCall, "env" | "isPassing"> = {},
  add: typeof addAll = addAll,
): Promise<GitCall> {
  const index = join(folder, "index");
  const call: GitCall = {
    ...more,
    cwd: path,
    env: {
      GIT_DIR: await site.commonDir(),
      GIT_WORK_TREE: path,
      GIT_INDEX_FILE: index,
      ...(await modeSetting(folder)),
      ...more.env,
    },
  };
  if (!(await stands(index))) {
    await site.git(["read-tree", base], call);
    await sealSubmodules(site, call);
  }
  await add(site, call);
  return call;
}

/**
 * Git asks the repository in a submodule's folder whether it was changed, and starts the programs that its settings
 * name, outside of any sandbox. A command can put its own repository there, so git must not look: submodules stay as
 * they were.
 */
async function sealSubmodules(site: Site, call: GitCall): Promise<void> {
  const { bytes } = await site.git(["ls-files", "--stage", "-z"], call);
  const links = bytes.toString("utf8").match(/(?<=^|\0)160000 [^\0]*/g) ?? [];
  if (links.length === 0) return;
  const input = links.map((link) => `${link.slice(link.indexOf("\t") + 1)}\0`).join("");
  await site.git(["update-index", "--skip-worktree", "-z", "--stdin"], { ...call, input });
}

async function addAll(site: Site, call: GitCall): Promise<void> {
  const [nested] = await addNotNested(site, call);
  if (nested !== undefined) throw new Fault("refused", nestedWords(nested));
}

export function nestedWords(nested: string): string {
  return `${nested} is a git repository of its own inside the worktree, so its files cannot be committed. Remove ${nested}/.git, or the folder.`;
}

/** Answers with repositories that it found. `more`: which paths. */
export async function addNotNested(
  site: Site,
  call: GitCall,
  more: readonly string[] = [],
): Promise<readonly string[]> {
  // 128 is handled below: for git, a nested repository without a commit is an error, and one with a commit a warning.
  const { exit, said } = await site.git(["add", "--all", ...more], { ...call, answers: [128] });
  const found = [...said.matchAll(/adding embedded git repository: (.*)|'(.*)\/' does not have a commit/g)];
  const nested = found.flatMap(([, full, empty]) => full ?? empty ?? []);
  if (exit !== 0 && nested.length === 0) throw gitFailure(["add", "--all"], exit, said, call.cwd ?? "");
  return nested;
}

/**
 * A repository that came from a disk without file modes is set to ignore them. Our worktrees are on another disk; if
 * that one knows modes, a program must land as executable.
 */
async function modeSetting(folder: string): Promise<Readonly<Record<string, string>>> {
  const probe = join(folder, "probe");
  await writeFile(probe, "", { mode: 0o600 });
  const before = (await stat(probe)).mode;
  await chmod(probe, 0o700);
  const isKnown = (before & 0o100) === 0 && ((await stat(probe)).mode & 0o100) !== 0;
  if (!isKnown) return {};
  return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fileMode", GIT_CONFIG_VALUE_0: "true" };
}
