import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";

test("the folder in use is moved to the next commit and holds nothing else", async () => {
  const place = await gitPlace({ ".gitignore": "ignored/\n", "a.txt": "1\n" });
  let adds = 0;
  const point = async (at: string) => {
    if (at === "git worktree add before") adds += 1;
  };
  const workspace = place.open(1, { point });
  const one = await place.git("rev-parse", "HEAD");
  const two = await place.commit({ "a.txt": "2\n", "new.txt": "n\n" });
  const name = await workspace.checkout("landing", two, noAbort);
  expect(name).toBe("landing.1");
  const path = join(place.folder, name);
  await writeFiles(path, { "a.txt": "spoiled", "ignored/cache": "x", "left/over.txt": "x", "nested/y": "y" });
  await place.gitIn(join(path, "nested"), "init", "-q");
  await rm(join(path, "new.txt"));

  expect(await workspace.checkout("landing", one, noAbort)).toBe(name);
  expect(await readdir(path)).toEqual([".git", ".gitignore", "a.txt"]);
  expect(await readFile(join(path, "a.txt"), "utf8")).toBe("1\n");
  expect(await place.gitIn(path, "rev-parse", "HEAD")).toBe(one);
  expect(await workspace.checkout("landing", one, noAbort)).toBe(name);
  expect(adds).toBe(1);
});

const spoilers: Readonly<
  Record<string, (path: string, git: (...a: string[]) => Promise<string>) => Promise<unknown>>
> = {
  "removed its .git file": (path) => rm(join(path, ".git")),
  "pointed its .git file elsewhere": (path) => writeFile(join(path, ".git"), "gitdir: /nowhere\n"),
  "removed the folder": (path) => rm(path, { recursive: true }),
  "left an index lock": async (_, git) =>
    writeFile(`${await git("rev-parse", "--git-path", "index")}.lock`, ""),
  "hid a change from git": async (path, git) => {
    await git("update-index", "--skip-worktree", "a.txt");
    await writeFile(join(path, "a.txt"), "hidden");
  },
};

test.each(Object.entries(spoilers))("a check that %s gets a fresh folder next time", async (_, spoil) => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const path = join(place.folder, await workspace.checkout("landing", head, noAbort));
  await spoil(path, (...args) => place.gitIn(path, ...args));
  const next = join(place.folder, await workspace.checkout("landing", head, noAbort));
  expect(await readFile(join(next, "a.txt"), "utf8")).toBe("a\n");
  expect(await place.gitIn(next, "rev-parse", "HEAD")).toBe(head);
  expect(await readdir(next)).toEqual([".git", "a.txt"]);
});

test("one that was not completed is not trusted", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  const stop = new AbortController();
  let stopAt = "git reset before";
  const point = async (at: string) => {
    if (at === stopAt) stop.abort(new Error("stopped"));
  };
  const workspace = place.open(1, { point });
  const name = await workspace.checkout("landing", head, noAbort);
  await expect(workspace.checkout("landing", head, stop.signal)).rejects.toThrow("stopped");
  stopAt = "";
  expect(await workspace.checkout("landing", head, noAbort)).not.toBe(name);
  expect(existsSync(join(place.folder, name))).toBe(true);

  const later = place.open(1);
  expect(await later.checkout("landing", head, noAbort)).not.toBe(name);
});
