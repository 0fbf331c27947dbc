import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { gitAt } from "../git/run-git.ts";
import type { Site } from "../site.ts";
import { isExactly } from "./write-tree.ts";

// A command can make a repository in its worktree, with settings that name programs. Git of this machine looks at the
// worktree after it, outside of the sandbox: it must start none of them.

const ran = "ran-outside";

/** A repository whose settings start a program for every file that git looks at. */
async function plant(place: GitPlace, folder: string, head?: string): Promise<void> {
  await writeFiles(folder, { ".gitattributes": "* filter=evil diff=evil merge=evil\n", f: "before\n" });
  await place.gitIn(folder, "init", "-q");
  const start = `touch '${evidence(place).replaceAll("'", "'\\''")}'`;
  await place.gitIn(folder, "add", "-A");
  await place.gitIn(folder, "commit", "-q", "-m", "planted");
  for (const key of ["filter.evil.clean", "filter.evil.smudge", "core.fsmonitor", "diff.evil.textconv"])
    await place.gitIn(folder, "config", key, `${start}; cat`);
  if (head !== undefined) await writeFile(join(folder, ".git/HEAD"), `${head}\n`);
  // As long as before, so that git has to read it, through its filter.
  await writeFile(join(folder, "f"), "after!\n");
}

const evidence = ({ root }: GitPlace) => join(root, ran);

async function worktreeOf(place: GitPlace) {
  const base = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const name = await workspace.addWorktree("t1", base, undefined, noAbort);
  const path = join(place.folder, name);
  return { base, workspace, name, path };
}

/** What Huddle asks git about a worktree: each may refuse, and none may start a program. */
async function looks(place: GitPlace, at: Awaited<ReturnType<typeof worktreeOf>>): Promise<string[]> {
  const { workspace, name, base, path } = at;
  const site = {
    folder: place.folder,
    fence: 1,
    git: gitAt({ cwd: place.repository, env: place.env }),
    commonDir: async () => join(place.repository, ".git"),
  } as unknown as Site; // only this is asked of it
  const tree = await workspace.worktree(name, noAbort);
  const all = [
    () => workspace.changedSince(name, base, base),
    () => workspace.changedSince(name, base, base),
    () => workspace.writeTree(name, base),
    () => isExactly(site, path, base),
    () => tree?.list("sub"),
    () => tree?.match("**/*"),
    () => tree?.search("after", { max: 5 }),
  ];
  const said: string[] = [];
  for (const look of all) said.push(JSON.stringify(await Promise.resolve(look()).catch(String)));
  return said;
}

async function withSubmodule() {
  const place = await gitPlace({ "a.txt": "a\n" });
  const link = await place.git("rev-parse", "HEAD");
  await place.git("update-index", "--add", "--cacheinfo", `160000,${link},sub`);
  await writeFiles(place.repository, { ".gitmodules": '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n' });
  await place.git("add", ".gitmodules");
  await place.git("commit", "-q", "-m", "sub");
  return { place, link };
}

describe("git of this machine starts no program that a repository in the worktree names", () => {
  test("made where there was nothing", async () => {
    const place = await gitPlace({ "a.txt": "a\n" });
    const at = await worktreeOf(place);
    await plant(place, join(at.path, "sub"));
    const [first, second, tree] = await looks(place, at);
    for (const said of [first, second, tree]) expect(said).toContain("sub is a git repository of its own");
    expect(existsSync(evidence(place))).toBe(false);
  });

  test("made in the place of a submodule, at its commit or at another, asked to be looked at", async () => {
    for (const same of [true, false]) {
      const { place, link } = await withSubmodule();
      const at = await worktreeOf(place);
      await rm(join(at.path, "sub"), { recursive: true, force: true });
      await plant(place, join(at.path, "sub"), same ? link : undefined);
      await writeFile(
        join(at.path, ".gitmodules"),
        '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n',
      );
      const [first, second] = await looks(place, at);
      expect(existsSync(evidence(place)), `same: ${same}`).toBe(false);
      for (const said of [first, second]) expect(said).toContain('"changed":[".gitmodules"]');
    }
  });

  test("and it would, if git looked into it", async () => {
    const { place, link } = await withSubmodule();
    const { path, base } = await worktreeOf(place);
    await rm(join(path, "sub"), { recursive: true, force: true });
    await plant(place, join(path, "sub"), link);
    const git = gitAt({ cwd: path, env: place.env });
    const env = {
      GIT_DIR: join(place.repository, ".git"),
      GIT_WORK_TREE: path,
      GIT_INDEX_FILE: join(place.root, "index"),
    };
    await git(["read-tree", base], { env });
    const { said } = await git(["add", "--all"], { env, answers: [128] });
    expect(existsSync(evidence(place)), said).toBe(true);
  });
});
