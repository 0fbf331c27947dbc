import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, gitPlace } from "../../../test/support/git-place.ts";
import { plainEnv } from "../../../test/support/plain.ts";
import { initRepository } from "../git/init-repository.ts";
import { openDemoFolder } from "./demo-folder.ts";

test("a folder that is missing is made, and one that is empty is taken", async () => {
  const place = await emptyPlace();
  const folder = join(place, "new", "demo");
  expect(await openDemoFolder(folder, place)).toBe(folder);
  await mkdir(join(place, "empty"));
  expect(await openDemoFolder(join(place, "empty"), place)).toBe(join(place, "empty"));
});

test("without a name each demo gets a new folder", async () => {
  const place = await emptyPlace();
  const folders = [await openDemoFolder(undefined, place), await openDemoFolder(undefined, place)];
  expect(new Set(folders).size).toBe(2);
  expect(folders[0]).toContain(join(place, "huddle-demo-"));
});

test("a demo's own folder is taken again, from its first moment on", async () => {
  const folder = join(await emptyPlace(), "demo");
  // Killed after the first folder, after the second, after the mark.
  await mkdir(join(folder, ".git"), { recursive: true });
  await openDemoFolder(folder, "/");
  await openDemoFolder(folder, "/");
  const wanted = {
    folder,
    branch: "main",
    files: { "a.txt": "a\n" },
    author: { name: "Demo", email: "demo@example.com" },
    when: "2026-01-01T00:00:00.000Z",
    message: "begin",
    env: plainEnv(folder),
  };
  await initRepository(wanted);
  expect(await openDemoFolder(folder, "/")).toBe(folder);
  expect(await readdir(folder)).toEqual([".git", "a.txt"]);
});

test("anything else is left alone: files, a repository of somebody's, a file in its place", async () => {
  const place = await emptyPlace();
  await writeFile(join(place, "notes.txt"), "mine");
  await expect(openDemoFolder(place, place)).rejects.toThrow(/is not empty and holds no demo/);
  await expect(openDemoFolder(join(place, "notes.txt"), place)).rejects.toThrow(/is not a folder/);
  const { repository, git } = await gitPlace();
  await git("rm", "-q", "a.txt");
  await expect(openDemoFolder(repository, place)).rejects.toThrow(/is not empty/);
});
