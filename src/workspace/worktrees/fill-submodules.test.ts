import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { gitAt } from "../git/run-git.ts";
import { submodulesOf } from "../git/submodules.ts";

const local = ["-c", "protocol.file.allow=always"] as const;

/** Another repository beside the project, with these files. */
async function other(at: GitPlace, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(at.root, name);
  await mkdir(path);
  await at.gitIn(path, "init", "-q", "-b", "main", "--template=");
  await writeFiles(path, files);
  await at.gitIn(path, "add", "-A");
  await at.gitIn(path, "commit", "-q", "-m", "first");
  return path;
}

/** A project with the submodule `vendor/outer`, which has the submodule `deep/inner` itself. */
async function project() {
  const at = await gitPlace({ "a.txt": "a\n" });
  const inner = await other(at, "inner", { "inner.txt": "in\n" });
  const outer = await other(at, "outer", { "outer.txt": "out\n", "bin/run": "#!/bin/sh\n" });
  await at.gitIn(outer, ...local, "submodule", "--quiet", "add", inner, "deep/inner");
  await at.gitIn(outer, "commit", "-q", "-m", "inner");
  await at.git(...local, "submodule", "--quiet", "add", "--name", "The Outer", outer, "vendor/outer");
  await at.git(...local, "submodule", "--quiet", "update", "--init", "--recursive");
  await at.git("commit", "-q", "-m", "outer");
  // What is not fetched by now cannot be fetched later.
  await rm(inner, { recursive: true });
  await rm(outer, { recursive: true });
  return { at, head: await at.git("rev-parse", "HEAD") };
}

const files = ["vendor/outer/outer.txt", "vendor/outer/deep/inner/inner.txt", "vendor/outer/bin/run"];

async function holds(path: string): Promise<void> {
  for (const file of files) expect(existsSync(join(path, file)), file).toBe(true);
}

describe("10.22: submodules are filled from the checkout's own modules", () => {
  test("in a task's worktree and in checkouts for checks, at every depth, and a commit leaves them as they are", async () => {
    const { at, head } = await project();
    const workspace = at.open();
    const task = await workspace.addWorktree("t1", head, undefined, noAbort);
    await holds(join(at.folder, task));
    const checks = await workspace.checkout("landing", head, noAbort);
    await holds(join(at.folder, checks));
    expect(await workspace.writeTree(task, head)).toBe(await workspace.treeOf(head));
    await writeFile(join(at.folder, task, "b.txt"), "b\n");
    const tree = await workspace.writeTree(task, head);
    expect(await at.git("ls-tree", "-r", tree)).toContain(`160000 commit`);
    expect(await at.git("ls-tree", "-r", "--name-only", tree)).toBe(
      ".gitmodules\na.txt\nb.txt\nvendor/outer",
    );
    expect(await at.git("status", "--porcelain")).toBe("");
    expect(await at.gitIn(join(at.repository, "vendor/outer"), "status", "--porcelain")).toBe("");
    await workspace.discard(task);
    expect(existsSync(join(at.folder, task))).toBe(false);
  });

  test("what a check changes in one is undone before the next", async () => {
    const { at, head } = await project();
    const workspace = at.open();
    const name = await workspace.checkout("landing", head, noAbort);
    const path = join(at.folder, name);
    await writeFile(join(path, "vendor/outer/outer.txt"), "changed\n");
    await writeFile(join(path, "vendor/outer/deep/more.txt"), "more\n");
    expect(await workspace.checkout("landing", head, noAbort)).toBe(name);
    expect(await readFile(join(path, "vendor/outer/outer.txt"), "utf8")).toBe("out\n");
    expect(await readdir(join(path, "vendor/outer/deep"))).toEqual(["inner"]);
    await holds(path);
  });

  test("a checkout follows a commit that has another version of it, or none", async () => {
    const { at, head } = await project();
    const inside = join(at.repository, "vendor/outer");
    await writeFile(join(inside, "outer.txt"), "newer\n");
    await at.gitIn(inside, "commit", "-q", "-a", "-m", "newer");
    const newer = await at.commit({});
    await at.git("rm", "-q", "-f", "vendor/outer");
    const none = await at.commit({});
    const workspace = at.open();
    const textAt = async (commit: string) => {
      const path = join(at.folder, await workspace.checkout("landing", commit, noAbort));
      return readFile(join(path, "vendor/outer/outer.txt"), "utf8").catch(() => undefined);
    };
    expect(await textAt(head)).toBe("out\n");
    expect(await textAt(newer)).toBe("newer\n");
    expect(await textAt(none)).toBeUndefined();
    expect(await textAt(head)).toBe("out\n");
  });

  test.each<[where: string, set: (at: GitPlace) => Promise<unknown>]>([
    ["only in git's folder, after deinit", (at) => at.git("submodule", "deinit", "--all", "--force")],
    [
      "in the submodule itself, as older versions of git had it",
      async (at) => {
        const inside = join(at.repository, "vendor/outer");
        const modules = join(at.repository, ".git/modules/The Outer");
        await rm(join(inside, ".git"));
        await rename(modules, join(inside, ".git"));
        await at.gitIn(join(inside, ".git"), "config", "--unset", "core.worktree");
      },
    ],
    [
      "under another name than .gitmodules says",
      async (at) => {
        await at.git("config", "-f", ".gitmodules", "--rename-section", "submodule.The Outer", "submodule.x");
        await at.commit({});
      },
    ],
  ])("modules %s", async (_, set) => {
    const { at } = await project();
    await set(at);
    const head = await at.git("rev-parse", "HEAD");
    const name = await at.open().addWorktree("t1", head, undefined, noAbort);
    expect(await readFile(join(at.folder, name, "vendor/outer/outer.txt"), "utf8")).toBe("out\n");
  });

  test("from a linked worktree, which has modules of its own", async () => {
    const { at, head } = await project();
    const outer = join(at.root, "outer");
    await at.git("clone", "-q", "--bare", join(at.repository, "vendor/outer"), outer);
    const linked = join(at.root, "linked");
    await at.git("worktree", "add", "-q", "--detach", linked);
    await rename(join(at.repository, ".git/modules"), join(at.root, "modules away"));
    await at.gitIn(linked, ...local, "submodule", "--quiet", "update", "--init");
    await rm(outer, { recursive: true });
    const name = await at.open(1, { repository: linked }).addWorktree("t1", head, undefined, noAbort);
    expect(await readFile(join(at.folder, name, "vendor/outer/outer.txt"), "utf8")).toBe("out\n");
  });

  test("what was never fetched stays empty, and the rest goes on", async () => {
    const { at, head } = await project();
    const clone = join(at.root, "clone");
    await at.git("clone", "-q", at.repository, clone);
    const git = gitAt({ cwd: clone, env: at.env });
    expect(await submodulesOf(git, head)).toMatchObject([{ path: "vendor/outer", gitDir: undefined }]);
    const workspace = at.open(1, { repository: clone });
    const name = await workspace.addWorktree("t1", head, undefined, noAbort);
    expect(await readdir(join(at.folder, name, "vendor/outer"))).toEqual([]);
    expect(await workspace.writeTree(name, head)).toBe(await workspace.treeOf(head));
  });

  test("a name that leads out of git's folder is none", async () => {
    const { at } = await project();
    await at.git("submodule", "deinit", "--all", "--force");
    await rename(join(at.repository, ".git/modules/The Outer"), join(at.repository, ".git/elsewhere"));
    await at.git(
      "config",
      "-f",
      ".gitmodules",
      "--rename-section",
      "submodule.The Outer",
      "submodule.../elsewhere",
    );
    const head = await at.commit({});
    const found = await submodulesOf(gitAt({ cwd: at.repository, env: at.env }), head);
    expect(found).toMatchObject([{ path: "vendor/outer", gitDir: undefined }]);
  });

  test.each(["vendor/outer/outer.txt", "vendor/outer/new.txt", "./Vendor/outer//deep/inner/inner.txt"])(
    "a model that writes %s is told that no commit can hold it",
    async (file) => {
      const { at, head } = await project();
      const workspace = at.open();
      const name = await workspace.addWorktree("t1", head, undefined, noAbort);
      const worktree = await workspace.worktree(name, noAbort);
      const refused = { kind: "denied", reason: expect.stringContaining("vendor/outer is a submodule") };
      expect(await worktree?.mayWrite(file)).toEqual(refused);
      expect(await worktree?.write(file, "mine")).toEqual(refused);
      expect(await worktree?.mayWrite("vendor/outer2/x.txt")).toBeUndefined();
      expect(await worktree?.write("vendor/other.txt", "mine")).toBeUndefined();
      expect(await worktree?.readText("vendor/outer/outer.txt")).toMatchObject({ text: "out\n" });
      expect(await worktree?.search("out", { max: 5 })).toMatchObject({
        matches: expect.arrayContaining([expect.objectContaining({ path: "vendor/outer/outer.txt" })]),
      });
    },
  );
});
