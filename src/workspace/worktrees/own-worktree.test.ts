import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import { GitError } from "../git/git-error.ts";
import type { Site } from "../site.ts";
import { belongingOf, isOurs } from "./own-worktree.ts";

let root: string;
let path: string;
let record: string;
let asked: (readonly string[])[];
let site: Site;
let fails: Error | undefined;

/** A worktree and its record, as git leaves them. */
beforeEach(async () => {
  root = await emptyPlace();
  path = join(root, "state/t1.1");
  record = join(root, "repo/.git/worktrees/t1.1");
  asked = [];
  fails = undefined;
  // Only this is asked of it.
  site = {
    commonDir: async () => join(root, "repo/.git"),
    git: async (args: readonly string[]) => {
      asked.push(args);
      if (fails) throw fails;
    },
  } as unknown as Site;
  await writeFiles(root, {
    "state/t1.1/.git": `gitdir: ${record}\n`,
    "repo/.git/worktrees/t1.1/HEAD": "abc\n",
    "repo/.git/worktrees/t1.1/gitdir": `${path}/.git\n`,
  });
});

describe("a folder", () => {
  test("whose link and whose record lead to each other is ours, also by another spelling", async () => {
    expect(await belongingOf(site, path)).toBe("ours");
    expect(await isOurs(site, path)).toBe(true);
    await symlink(join(root, "state"), join(root, "alias"));
    await writeFile(join(record, "gitdir"), join(root, "alias/t1.1/.git"));
    expect(await belongingOf(site, path)).toBe("ours");
    await writeFile(join(record, "gitdir"), "../../../../state/t1.1/.git\n");
    await writeFile(join(path, ".git"), "gitdir: ../../repo/.git/worktrees/t1.1");
    expect(await belongingOf(site, path)).toBe("ours");
    expect(asked).toEqual([]);
  });

  test("whose record leads to where nothing is was moved, and git is told where it is now", async () => {
    await writeFile(join(record, "gitdir"), join(root, "before/t1.1/.git"));
    expect(await belongingOf(site, path)).toBe("moved");
    expect(await isOurs(site, path)).toBe(true);
    expect(asked).toEqual([["worktree", "repair", path]]);
    fails = new GitError(["worktree"], 1, "no");
    expect(await isOurs(site, path)).toBe(false);
    fails = new Error("a bug");
    await expect(isOurs(site, path)).rejects.toThrow("a bug");
  });

  test("whose record leads to another folder that stands is a copy, and not ours", async () => {
    await writeFiles(root, { "state/t2.1/.git": `gitdir: ${record}\n` });
    expect(await belongingOf(site, join(root, "state/t2.1"))).toBe("foreign");
    expect(await isOurs(site, join(root, "state/t2.1"))).toBe(false);
  });

  test("of another repository is not ours", async () => {
    await writeFiles(root, { "other/.git/worktrees/t1.1/HEAD": "abc\n" });
    await writeFile(join(path, ".git"), `gitdir: ${join(root, "other/.git/worktrees/t1.1")}`);
    expect(await belongingOf(site, path)).toBe("foreign");
    await writeFile(join(path, ".git"), `gitdir: ${join(root, "nowhere/.git/worktrees/t1.1")}`);
    expect(await belongingOf(site, path)).toBe("foreign");
  });

  test.each<[what: string, change: () => Promise<unknown>]>([
    ["that is not there", () => rm(path, { recursive: true })],
    ["without its link", () => rm(join(path, ".git"))],
    [
      "with a folder in place of its link",
      () => rm(join(path, ".git")).then(() => mkdir(join(path, ".git"))),
    ],
    ["whose link says something else", () => writeFile(join(path, ".git"), "nonsense")],
    ["whose link says nothing", () => writeFile(join(path, ".git"), "gitdir: \n")],
    ["whose record is gone", () => rm(record, { recursive: true })],
    ["whose record has no head", () => rm(join(record, "HEAD"))],
    ["whose record does not lead back", () => rm(join(record, "gitdir"))],
  ])("%s is broken", async (_, change) => {
    await change();
    expect(await belongingOf(site, path)).toBe("broken");
    expect(await isOurs(site, path)).toBe(false);
    expect(asked).toEqual([]);
  });
});
