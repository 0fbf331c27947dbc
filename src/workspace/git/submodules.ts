import { lstat, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Git, type GitCall, offline } from "./run-git.ts";

/** A submodule that a tree names, at any depth. */
export interface Submodule {
  /** From the top folder of the outermost project. */
  readonly path: string;
  readonly commit: string;
  /** Git's folder on this machine that holds the commit. Undefined: the person never fetched it. */
  readonly gitDir: string | undefined;
}

/**
 * Every submodule of a tree, outer ones before those inside them. Objects are looked for only where the person's own
 * checkout keeps them; nothing is fetched. `git` works in that checkout.
 */
export async function submodulesOf(git: Git, tree: string): Promise<readonly Submodule[]> {
  const links = await linksIn(git, tree);
  if (links.length === 0) return [];
  const gitDir = (await git(["rev-parse", "--absolute-git-dir"])).text;
  const commonDir = (await git(["rev-parse", "--path-format=absolute", "--git-common-dir"])).text;
  const { exit, text: top } = await git(["rev-parse", "--show-toplevel"], { answers: [128] });
  return below(git, links, {
    tree,
    homes: [gitDir, commonDir],
    checkout: exit === 0 ? top : undefined,
    prefix: "",
    call: {},
  });
}

/** The paths of the checked-out commit that belong to other repositories. None where nothing was committed yet. */
export async function submodulePaths(git: Git, worktree: string): Promise<readonly string[]> {
  return (await linksIn(git, "HEAD", { cwd: worktree, answers: [128] })).map(({ path }) => path);
}

interface Link {
  readonly path: string;
  readonly commit: string;
}

interface Outer {
  readonly tree: string;
  /** Folders of git that may have a `modules` folder. */
  readonly homes: readonly string[];
  readonly checkout: string | undefined;
  readonly prefix: string;
  /** How to ask git about the repository that holds the tree. */
  readonly call: GitCall;
}

async function below(git: Git, links: readonly Link[], outer: Outer): Promise<readonly Submodule[]> {
  const names = await namesIn(git, outer);
  const found: Submodule[] = [];
  for (const { path, commit } of links) {
    const gitDir = await firstWith(git, commit, await candidates(outer, path, names.get(path)));
    const whole = `${outer.prefix}${path}`;
    found.push({ path: whole, commit, gitDir });
    if (gitDir === undefined) continue;
    const call = at(gitDir);
    const inner = await linksIn(git, commit, call);
    if (inner.length === 0) continue;
    const checkout = outer.checkout && join(outer.checkout, path);
    found.push(
      ...(await below(git, inner, { tree: commit, homes: [gitDir], checkout, prefix: `${whole}/`, call })),
    );
  }
  return found;
}

async function linksIn(git: Git, tree: string, call: GitCall = {}): Promise<readonly Link[]> {
  const { bytes } = await git(["ls-tree", "-r", "-z", "--full-tree", tree], call);
  const links: Link[] = [];
  for (const line of bytes.toString("utf8").split("\0")) {
    const [, commit, path] = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (commit !== undefined && path !== undefined) links.push({ commit, path });
  }
  return links;
}

/** Git keeps a submodule under its name, which `.gitmodules` gives to its path. */
async function namesIn(git: Git, { tree, call }: Outer): Promise<ReadonlyMap<string, string>> {
  const asked = ["config", "-z", `--blob=${tree}:.gitmodules`, "--get-regexp", "^submodule\\..*\\.path$"];
  const { bytes } = await git(asked, { ...call, answers: [1, 3, 128] });
  const names = new Map<string, string>();
  for (const entry of bytes.toString("utf8").split("\0")) {
    const [, name, path] = /^submodule\.(.+)\.path\n(.+)$/s.exec(entry) ?? [];
    if (name !== undefined && path !== undefined) names.set(path.replace(/\/$/, ""), name);
  }
  return names;
}

async function candidates(
  { homes, checkout }: Outer,
  path: string,
  name: string | undefined,
): Promise<readonly string[]> {
  const linked = checkout === undefined ? undefined : await gitDirAt(join(checkout, path));
  // As in git itself: a name that could lead out of `modules` is none.
  const isSafe = name !== undefined && !name.split(/[\\/]/).includes("..");
  return [
    ...(linked === undefined ? [] : [linked]),
    ...(isSafe ? homes.map((home) => join(home, "modules", name)) : []),
  ];
}

/** Where the `.git` of a checkout leads: older versions of git kept a folder there, newer ones a file. */
async function gitDirAt(folder: string): Promise<string | undefined> {
  const place = join(folder, ".git");
  const found = await lstat(place).catch(() => undefined);
  if (found?.isDirectory()) return place;
  if (!found?.isFile()) return undefined;
  const [, target] = /^gitdir: (.+)$/s.exec((await readFile(place, "utf8")).trimEnd()) ?? [];
  return target === undefined ? undefined : resolve(folder, target);
}

async function firstWith(git: Git, commit: string, gitDirs: readonly string[]): Promise<string | undefined> {
  for (const gitDir of gitDirs) {
    if (!(await lstat(join(gitDir, "HEAD")).catch(() => undefined))) continue;
    const { exit } = await git(["cat-file", "-e", `${commit}^{commit}`], {
      ...at(gitDir),
      answers: [1, 128],
    });
    if (exit === 0) return gitDir;
  }
  return undefined;
}

/** A submodule's git folder names a checkout of its own, which may be gone; here none is needed. */
function at(gitDir: string): GitCall {
  return { cwd: gitDir, env: { GIT_DIR: gitDir, GIT_WORK_TREE: gitDir, ...offline } };
}
