import { rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";

async function opened(files: Readonly<Record<string, string>>) {
  const place = await gitPlace(files);
  const workspace = place.open();
  const name = await workspace.addWorktree("t1", await place.git("rev-parse", "HEAD"), undefined, noAbort);
  const worktree = await workspace.worktree(name, noAbort);
  const path = join(place.folder, name);
  if (!worktree) throw new Error("the worktree is not there");
  const lines = async (pattern: string, folder?: string) => {
    const found = await worktree.search(pattern, { max: 50, ...(folder !== undefined && { folder }) });
    if (found.kind === "denied") return [found.reason];
    return found.matches.map((match) => `${match.path}:${match.line}: ${match.text}`);
  };
  return { place, path, worktree, lines };
}

test("a worktree is searched as it stands now: what was added, changed and removed, but not what git ignores", async () => {
  const { path, lines } = await opened({
    ".gitignore": "out/\n",
    "src/a.ts": "word 1\n",
    "src/b.ts": "word 2\n",
  });
  await writeFiles(path, { "src/a.ts": "word new\n", "src/new/c.ts": "word 3\n", "out/d.ts": "word 4\n" });
  await rm(join(path, "src/b.ts"));
  expect(await lines("word")).toEqual(["src/a.ts:1: word new", "src/new/c.ts:1: word 3"]);
  expect(await lines("word", "src/new")).toEqual(["src/new/c.ts:1: word 3"]);
  expect(await lines("word", "out")).toEqual([]);
  expect(await lines("word", "none")).toEqual(["There is no file or folder none."]);
  expect(await lines("word", "../..")).toEqual([expect.stringMatching(/goes through/)]);
  expect(await lines("word(", "src")).toEqual([]);
});

test("secrets, links and other repositories inside are not searched", async () => {
  const { place, path, lines } = await opened({ "a.ts": "word\n", "src/b.ts": "word\n" });
  const outside = join(place.root, "outside");
  await writeFiles(outside, { "precious.ts": "word\n", "b.ts": "word\n" });
  await writeFiles(path, {
    ".env": "word\n",
    "key.pem": "word\n",
    ".huddle/x": "word\n",
    "b\n.ts": "word\n",
  });
  await writeFiles(join(path, "nested"), { "c.ts": "word\n" });
  await place.gitIn(join(path, "nested"), "init", "-q");
  await symlink(join(outside, "precious.ts"), join(path, "link.ts"));
  await symlink(outside, join(path, "folder"));
  await rm(join(path, "src"), { recursive: true });
  await symlink(outside, join(path, "src"));
  expect(await lines("word")).toEqual(["a.ts:1: word", "b\n.ts:1: word"]);
  expect(await lines("word", "folder")).toEqual([expect.stringMatching(/out of the project/)]);
  expect(await lines("word", ".env")).toEqual([expect.stringMatching(/secrets/)]);
});

test("a broken index of the worktree does not matter", async () => {
  const { lines, place } = await opened({ "a.ts": "word\n" });
  await writeFile(join(place.repository, ".git/worktrees/t1.1/index"), "torn");
  expect(await lines("word")).toEqual(["a.ts:1: word"]);
});

test("a file that is too large for memory ends the search in words", async () => {
  const { path, lines } = await opened({ "a.ts": "word\n", "src/b.ts": "word\n" });
  await writeFile(join(path, "huge.bin"), "");
  await truncate(join(path, "huge.bin"), 3 * 1024 ** 3);
  expect(await lines("word")).toEqual([expect.stringMatching(/too large/)]);
  expect(await lines("word", "src")).toEqual(["src/b.ts:1: word"]);
});
