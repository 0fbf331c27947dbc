import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { hostileNames, treeWithHostileNames } from "../../../test/support/hostile-names.ts";
import { gitAt } from "../git/run-git.ts";
import { removeWorktree } from "./remove-worktree.ts";

test("a worktree stands outside the repository, detached at the commit", async () => {
  const place = await gitPlace({ "a.txt": "1\n", "src/b.txt": "2\n" });
  const head = await place.git("rev-parse", "HEAD");
  const name = await place.open(7).addWorktree("t1", head, undefined, noAbort);
  expect(name).toBe("t1.7");
  const path = join(place.folder, name);
  expect(await readFile(join(path, "src/b.txt"), "utf8")).toBe("2\n");
  expect(await place.gitIn(path, "status", "--porcelain=v2", "--branch")).toContain("branch.head (detached)");
  expect(await place.gitIn(path, "status", "--porcelain")).toBe("");
  expect(await place.git("status", "--porcelain")).toBe("");
});

test("with a tree the files are those of the tree, the head is the commit", async () => {
  const place = await gitPlace({ "a.txt": "1\n", "gone.txt": "x\n" });
  const base = await place.git("rev-parse", "HEAD");
  await place.git("rm", "-q", "gone.txt");
  const next = await place.commit({ "a.txt": "2\n", "new/c.txt": "3\n" });
  const workspace = place.open();
  const name = await workspace.addWorktree("t1", base, await workspace.treeOf(next), noAbort);
  const path = join(place.folder, name);
  expect(await readdir(path)).toEqual([".git", "a.txt", "new"]);
  expect(await readFile(join(path, "a.txt"), "utf8")).toBe("2\n");
  expect(await place.gitIn(path, "rev-parse", "HEAD")).toBe(base);
  expect(await workspace.writeTree(name, base)).toBe(await workspace.treeOf(next));
});

test("a folder that was used before is left alone", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  await writeFiles(place.folder, { "t1.1/left.txt": "by a try that was killed" });
  const workspace = place.open();
  const names = [
    await workspace.addWorktree("t1", head, undefined, noAbort),
    await workspace.addWorktree("t1", head, undefined, noAbort),
  ];
  expect(names).toEqual(["t1.1-2", "t1.1-3"]);
  expect(await readdir(join(place.folder, "t1.1"))).toEqual(["left.txt"]);
});

test("eight adds at once all stand, also with other processes adding and removing", async () => {
  const place = await gitPlace({ "a.txt": "1\n", "b.txt": "2\n" });
  const head = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const others = Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      for (let round = 0; round < 4; round += 1) {
        await place.git("worktree", "add", "-q", "--detach", join(place.root, `other ${n}`)).catch(() => {});
        await place.git("worktree", "remove", "--force", join(place.root, `other ${n}`)).catch(() => {});
      }
    }),
  );
  const adds = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => workspace.addWorktree(`t${n}`, head, undefined, noAbort));
  const names = await Promise.all(adds);
  await others;
  expect(new Set(names).size).toBe(8);
  for (const name of names)
    expect(await place.gitIn(join(place.folder, name), "status", "--porcelain")).toBe("");
});

test("a race that git reports is tried again at a new folder, and not without end", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  let taken = 0;
  const point = async (at: string) => {
    if (at !== "git worktree add before" || taken === 2) return;
    taken += 1;
    // Somebody else is faster: the folder that was free a moment ago is not empty now.
    const names = (await readdir(place.folder)).filter((name) => name.startsWith("t1."));
    await writeFiles(place.folder, { [`t1.1${names.length === 0 ? "" : `-${names.length + 1}`}/x`]: "x" });
  };
  expect(await place.open(1, { point }).addWorktree("t1", head, undefined, noAbort)).toBe("t1.1-3");

  await rename(join(place.repository, ".git", "worktrees"), join(place.root, "away"));
  await writeFile(join(place.repository, ".git", "worktrees"), "in the way for good");
  let adds = 0;
  const count = async (at: string) => {
    if (at === "git worktree add before") adds += 1;
  };
  await expect(place.open(2, { point: count }).addWorktree("t1", head, undefined, noAbort)).rejects.toThrow(
    /could not/,
  );
  expect(adds).toBe(6);
});

test("a runner that stands still at a point does not hold up another", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  for (const still of ["git worktree add before", "git worktree add after"]) {
    let reached = () => {};
    const there = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const point = async (at: string) => {
      if (at !== still) return;
      reached();
      await new Promise(() => {});
    };
    void place.open(1, { point }).addWorktree("t1", head, undefined, noAbort);
    await there;
    await place.open(2).addWorktree("t1", head, undefined, noAbort);
  }
});

test("an abort in the middle leaves nothing that the next try would use", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  const stop = new AbortController();
  const point = async (at: string) => {
    if (at === "git read-tree before") stop.abort(new Error("stopped"));
  };
  const workspace = place.open(1, { point });
  await expect(workspace.addWorktree("t1", head, undefined, stop.signal)).rejects.toThrow("stopped");
  const name = await workspace.addWorktree("t1", head, undefined, noAbort);
  expect(name).toBe("t1.1-2");
  expect(await place.gitIn(join(place.folder, name), "status", "--porcelain")).toBe("");
});

test("files the person left out by sparse-checkout are there for the team", async () => {
  const place = await gitPlace({ "in/a.txt": "1\n", "out/b.txt": "2\n" });
  await place.git("sparse-checkout", "set", "in");
  expect(existsSync(join(place.repository, "out"))).toBe(false);
  const workspace = place.open();
  const head = await place.git("rev-parse", "HEAD");
  const name = await workspace.addWorktree("t1", head, undefined, noAbort);
  expect(existsSync(join(place.folder, name, "out/b.txt"))).toBe(true);
  expect(await workspace.writeTree(name, head)).toBe(await workspace.treeOf(head));
});

test("hostile names survive", async () => {
  const place = await gitPlace();
  const git = gitAt({ cwd: place.repository, env: place.env });
  const tree = await treeWithHostileNames(git);
  const head = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const worktree = await workspace.addWorktree("t1", head, tree, noAbort);
  const names = await readdir(join(place.folder, worktree), { encoding: "buffer" });
  for (const name of hostileNames) expect(names.some((found) => found.equals(name))).toBe(true);
  expect(await workspace.writeTree(worktree, head)).toBe(tree);
});

test("names that would lead elsewhere are refused", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  for (const name of ["../x", "a/b", "", "-x", "tmp", "a\0b"])
    await expect(place.open().addWorktree(name, head, undefined, noAbort)).rejects.toThrow(/cannot name/);
});

test("removing works on every state a killed try can leave, and twice", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const admin = join(place.repository, ".git", "worktrees");
  const site = {
    git: gitAt({ cwd: place.repository, env: place.env }),
    commonDir: async () => join(place.repository, ".git"),
  };
  const spoil: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    whole: async () => {},
    locked: (path) => writeFile(join(admin, basename(path), "locked"), "initializing"),
    unlinked: (path) => rm(join(path, ".git")),
    gone: (path) => rm(path, { recursive: true }),
    changed: (path) => writeFile(join(path, "a.txt"), "changed"),
  };
  for (const [name, act] of Object.entries(spoil)) {
    const path = join(place.folder, await workspace.addWorktree(name, head, undefined, noAbort));
    await act(path);
    // Only git and the shared folder matter to removing.
    await removeWorktree(site as Parameters<typeof removeWorktree>[0], path);
    await removeWorktree(site as Parameters<typeof removeWorktree>[0], path);
    expect(existsSync(path)).toBe(false);
  }
  expect((await place.git("worktree", "list")).split("\n")).toHaveLength(1);
});
