import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import { fastForward } from "./fast-forward.ts";
import { GitError } from "./git-error.ts";
import type { Git } from "./run-git.ts";

/** A repository whose `main` is checked out one commit before `next`. */
async function behind(files: Readonly<Record<string, string>>) {
  const place = await gitPlace({ ".gitignore": "*.secret\n", "a.txt": "1\n" });
  const base = await place.git("rev-parse", "HEAD");
  const next = await place.commit(files);
  if (Object.keys(files).some((name) => name.endsWith(".secret"))) await place.git("add", "-f", ".");
  await place.git("commit", "-q", "--amend", "--no-edit");
  const amended = await place.git("rev-parse", "HEAD");
  await place.git("reset", "-q", "--hard", base);
  return { place, base, next: amended ?? next, workspace: place.open() };
}

test("a checked-out branch is found, with its cleanness", async () => {
  const { place, workspace } = await behind({ "a.txt": "2\n" });
  expect(await workspace.checkedOut("main")).toEqual({ path: place.repository, clean: true });
  expect(await workspace.checkedOut("refs/heads/main")).toEqual({ path: place.repository, clean: true });
  expect(await workspace.checkedOut("other")).toBeUndefined();
  await writeFile(join(place.repository, "untracked"), "x");
  expect(await workspace.checkedOut("main")).toMatchObject({ clean: true });
  await writeFile(join(place.repository, "a.txt"), "changed");
  expect(await workspace.checkedOut("main")).toMatchObject({ clean: false });
  await place.git("checkout", "-q", "a.txt");
  await writeFile(join(place.repository, "staged"), "x");
  await place.git("add", "staged");
  expect(await workspace.checkedOut("main")).toMatchObject({ clean: false });
});

test("a branch in another worktree is found there, also in one with a newline in its name", async () => {
  const { place, workspace } = await behind({ "a.txt": "2\n" });
  const path = join(place.root, "else\nwhere");
  await place.git("worktree", "add", "-q", "-b", "topic", path);
  expect(await workspace.checkedOut("topic")).toEqual({ path, clean: true });
  await rm(path, { recursive: true });
  expect(await workspace.checkedOut("topic")).toBeUndefined();
});

test("a branch that is being rebased is not free", async () => {
  const { place, workspace, next } = await behind({ "a.txt": "2\n" });
  await place.commit({ "a.txt": "3\n" });
  await place.git("rebase", next).catch(() => {});
  expect(await place.git("worktree", "list", "--porcelain")).toContain("detached");
  expect(await workspace.checkedOut("main")).toEqual({
    path: place.repository,
    clean: false,
    under: "a rebase",
  });
});

test("the checkout is fast-forwarded, once", async () => {
  const { place, workspace, next } = await behind({ "a.txt": "2\n", "b/c.txt": "c\n" });
  await workspace.fastForward(place.repository, next);
  await workspace.fastForward(place.repository, next);
  expect(await place.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  expect(await place.git("rev-parse", "HEAD")).toBe(next);
  expect(await place.git("status", "--porcelain")).toBe("");
  expect(await readFile(join(place.repository, "b/c.txt"), "utf8")).toBe("c\n");
});

test.each([
  ["an untracked file", "new.txt"],
  ["an ignored file", "my.secret"],
  ["a changed file", "a.txt"],
])("%s in the way is a fault and keeps its content", async (_, name) => {
  const { place, workspace, base, next } = await behind({ [name]: "theirs\n" });
  await writeFile(join(place.repository, name), "mine");
  await place.git("config", "merge.autoStash", "true");
  await expect(workspace.fastForward(place.repository, next)).rejects.toMatchObject({
    name: "Fault",
    code: "worktree.dirty",
    message: expect.stringContaining(name),
  });
  expect(await readFile(join(place.repository, name), "utf8")).toBe("mine");
  expect(await place.git("rev-parse", "HEAD")).toBe(base);
  expect(await place.git("stash", "list")).toBe("");
});

test("a branch that went another way is a fault", async () => {
  const { place, workspace, next } = await behind({ "a.txt": "2\n" });
  await place.commit({ "b.txt": "b\n" });
  await expect(workspace.fastForward(place.repository, next)).rejects.toMatchObject({ code: "branch.moved" });
});

test("somebody's index lock is waited for, and named when it stays", async () => {
  const { place, next } = await behind({ "a.txt": "2\n" });
  const lock = join(place.repository, ".git", "index.lock");
  await writeFile(lock, "");
  const stays = place.open().fastForward(place.repository, next);
  await expect(stays).rejects.toMatchObject({
    code: "repository.unready",
    message: expect.stringContaining("index.lock"),
  });
  const point = async (at: string) => {
    if (at === "git merge after") await rm(lock, { force: true });
  };
  await place.open(1, { point }).fastForward(place.repository, next);
  expect(await place.git("rev-parse", "HEAD")).toBe(next);
});

test("hooks stay silent, and a person's sparse checkout stays sparse", async () => {
  const { place, workspace, next } = await behind({ "in/a.txt": "1\n", "out/b.txt": "2\n" });
  await place.git("sparse-checkout", "set", "in");
  const hook = join(place.repository, ".git", "hooks", "post-merge");
  await mkdir(join(place.repository, ".git", "hooks"), { recursive: true });
  await writeFile(hook, "#!/bin/sh\ntouch ran\n");
  await chmod(hook, 0o755);
  await workspace.fastForward(place.repository, next);
  expect(existsSync(join(place.repository, "in/a.txt"))).toBe(true);
  expect(existsSync(join(place.repository, "out"))).toBe(false);
  expect(existsSync(join(place.repository, "ran"))).toBe(false);
  expect(await workspace.checkedOut("main")).toMatchObject({ clean: true });
});

const answer = { exit: 0, bytes: Buffer.from(""), text: "old", said: "", cut: false };

/** Git at a commit `old` whose merge says this, as long as the lock is there. */
function merging(said: string, isLocked = () => true) {
  const merges: (readonly string[])[] = [];
  const git: Git = async (args) => {
    if (args[0] !== "merge") return answer;
    merges.push(args);
    if (isLocked()) throw new GitError(args, 128, said);
    return answer;
  };
  return { git, merges };
}

test.each<[said: string, code: string, words: string]>([
  ["error: would be overwritten by merge", "worktree.dirty", "are in the way"],
  ["fatal: Not possible to fast-forward, aborting.", "branch.moved", "cannot be fast-forwarded to next"],
  ["hint: Diverging branches can't be fast-forwarded", "branch.moved", "has moved on"],
  ["fatal: You have not concluded your merge", "worktree.dirty", "is unfinished in /here"],
  ["error: unmerged files", "worktree.dirty", "is unfinished"],
])("git says %s", async (said, code, words) => {
  const { git, merges } = merging(said);
  const refused = fastForward(git, "/here", "next");
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  expect(merges).toHaveLength(1);
});

test("anything else that git says stays as it is", async () => {
  await expect(fastForward(merging("fatal: new").git, "/here", "next")).rejects.toBeInstanceOf(GitError);
  const broken: Git = () => Promise.reject(new Error("broken"));
  await expect(fastForward(broken, "/here", "next")).rejects.toThrow("broken");
});

test("a lock is waited for, but not for ever", async () => {
  const said = "fatal: Unable to create '/here/.git/index.lock': File exists.";
  let isLocked = true;
  setTimeout(() => {
    isLocked = false;
  }, 30);
  await fastForward(merging(said, () => isLocked).git, "/here", "next");
  const always = merging(said);
  await expect(fastForward(always.git, "/here", "next")).rejects.toMatchObject({
    code: "repository.unready",
  });
  expect(always.merges).toHaveLength(6);
  const there = merging(said);
  await fastForward(there.git, "/here", "old");
  expect(there.merges).toEqual([]);
});
