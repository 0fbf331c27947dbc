import { chmod, mkdir, readdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort } from "../../../test/support/git-place.ts";

async function stage(files: Readonly<Record<string, string>> = { "a.txt": "a\n", "b/c.txt": "c\n" }) {
  const place = await gitPlace({ ...files, ".gitignore": "out/\n" });
  const base = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  const name = await workspace.addWorktree("t1", base, undefined, noAbort);
  const at = (path: string) => join(place.folder, name, path);
  const since = (tree: string) => workspace.changedSince(name, base, tree);
  return { ...place, base, workspace, name, at, since };
}

test("what was added, changed, moved, removed or made executable is named; what git ignores is not", async () => {
  const { at, base, since } = await stage({
    "a.txt": "a\n",
    "b/c.txt": "c\n",
    "d.txt": "d\n",
    "e.sh": "e\n",
  });
  expect(await since(base)).toMatchObject({ changed: [], held: [] });
  await writeFile(at("a.txt"), "other\n");
  await writeFile(at("new file.txt"), "n\n");
  await rename(at("d.txt"), at("moved.txt"));
  await rm(at("b"), { recursive: true });
  await chmod(at("e.sh"), 0o755);
  await mkdir(at("out"));
  await writeFile(at("out/built.js"), "x");
  const now = await since(base);
  expect(now.changed).toEqual(["a.txt", "b/c.txt", "d.txt", "e.sh", "moved.txt", "new file.txt"]);
  expect(now).toMatchObject({ added: ["moved.txt", "new file.txt"], deleted: ["b/c.txt", "d.txt"] });
  expect((await since(now.tree)).changed).toEqual([]);
});

test("a file that is put back, and one of the same length and time, are seen for what they are", async () => {
  const { at, base, since } = await stage();
  await writeFile(at("a.txt"), "x\n");
  const other = await since(base);
  await writeFile(at("a.txt"), "y\n");
  expect((await since(other.tree)).changed).toEqual(["a.txt"]);
  await writeFile(at("a.txt"), "a\n");
  expect((await since(base)).changed).toEqual([]);
});

test("what was changed is named against any tree of before, not only the last one", async () => {
  const { at, base, since } = await stage();
  await writeFile(at("a.txt"), "x\n");
  const first = await since(base);
  await writeFile(at("new.txt"), "n\n");
  const second = await since(first.tree);
  expect(second).toMatchObject({ changed: ["new.txt"], added: ["new.txt"] });
  await rm(at("new.txt"));
  await mkdir(at(".huddle"));
  await writeFile(at(".huddle/team.json"), "{}");
  const third = await since(second.tree);
  expect(third).toMatchObject({ tree: first.tree, changed: ["new.txt"], deleted: ["new.txt"] });
  expect(third.held).toHaveLength(1);
  expect(await since(second.tree)).toMatchObject({ changed: ["new.txt"], deleted: ["new.txt"] });
  expect((await since(first.tree)).changed).toEqual([]);
  expect((await since(base)).changed).toEqual(["a.txt"]);
});

test("what was told last and came only in part to a full disk is not believed", async () => {
  const { at, base, since, folder } = await stage();
  await writeFile(at("a.txt"), "x\n");
  const { tree } = await since(base);
  const [scratch = ""] = (await readdir(folder)).filter((name) => name.startsWith("tmp."));
  const kept = join(folder, scratch, "index-of-t1.1", "told.json");
  await truncate(kept, 20);
  await writeFile(at("b/c.txt"), "y\n");
  expect((await since(tree)).changed).toEqual(["b/c.txt"]);
});

test("what commands make and remove does not stay in the person's repository", async () => {
  const { at, base, since, git } = await stage();
  const count = () => git("count-objects");
  const before = await count();
  await writeFile(at("large.bin"), "x".repeat(100_000));
  const { tree } = await since(base);
  await rm(at("large.bin"));
  expect((await since(tree)).changed).toEqual(["large.bin"]);
  expect(await count()).toBe(before);
});

test("any number of paths is held back", async () => {
  const { at, base, since } = await stage();
  await mkdir(at(".huddle"));
  const names = Array.from({ length: 3_000 }, (_, number) => `.huddle/${"x".repeat(200)}${number}`);
  for (const name of names) await writeFile(at(name), "");
  const { changed, held } = await since(base);
  expect(changed).toEqual([]);
  expect(held).toHaveLength(3_000);
});

test("an index that is torn, or locked by a git that was killed, is made anew", async () => {
  const { at, base, since, folder } = await stage();
  await since(base);
  const index = join(folder, "tmp.1", "index-of-t1.1", "index");
  await writeFile(index, "torn");
  await writeFile(at("a.txt"), "x\n");
  expect((await since(base)).changed).toEqual(["a.txt"]);
  await writeFile(`${index}.lock`, "");
  await writeFile(at("b/c.txt"), "x\n");
  expect((await since(base)).changed).toEqual(["a.txt", "b/c.txt"]);
});

test("what members may not change is held back, in both trees, whatever was done to it", async () => {
  const { at, base, since, workspace, name, gitIn, folder } = await stage({
    "a.txt": "a\n",
    "secrets.json": "{}\n",
    "gen/a.ts": "1\n",
  });
  await rm(at("secrets.json"));
  await writeFile(at("gen/a.ts"), "2\n");
  for (const path of ["gen/ci.yml", ".huddle/team.json", ".env", "sub/.AWS/key"]) {
    await mkdir(join(at(path), ".."), { recursive: true });
    await writeFile(at(path), "x\n");
  }
  await writeFile(at("a.txt"), "mine\n");
  const isDenied = (path: string) => (path.startsWith("gen/") ? "person" : undefined);
  const { tree, changed, held } = await workspace.changedSince(name, base, base, isDenied);
  expect(changed).toEqual(["a.txt"]);
  expect(held?.map(({ path }) => path)).toEqual([
    ".env",
    ".huddle/team.json",
    "gen/a.ts",
    "gen/ci.yml",
    "secrets.json",
    "sub/.AWS/key",
  ]);
  expect(await workspace.writeTree(name, base, isDenied)).toBe(tree);
  expect((await since(base)).changed).toEqual(["a.txt", "gen/a.ts", "gen/ci.yml"]);
  const listed = await gitIn(
    join(folder, name),
    "ls-tree",
    "-r",
    "--name-only",
    await workspace.writeTree(name, base, isDenied),
  );
  expect(listed.split("\n")).toEqual([".gitignore", "a.txt", "gen/a.ts", "secrets.json"]);
  expect(await workspace.changedSince(name, base, base, isDenied)).toMatchObject({ tree, held });
  expect(await workspace.changedSince(name, base, tree, isDenied)).toMatchObject({ tree, held, changed: [] });
});

test("large files are told apart by size and time, without being read", async () => {
  const { at, base, since, folder, name, workspace } = await stage();
  const own = join(folder, "tmp.1", `index-of-${name}`);
  await since(base);
  await writeFile(join(own, "has-large-files"), "");
  for (const odd of ["large.bin", ":(top) od*d.bin"]) {
    await writeFile(at(odd), "");
    await truncate(at(odd), 64 * 1024 ** 2);
  }
  const first = await since(base);
  expect(first.added).toEqual([":(top) od*d.bin", "large.bin"]);
  expect(await sizeOf(join(own, "objects"))).toBeLessThan(10_000);
  expect((await since(first.tree)).changed).toEqual([]);
  await chmod(at("large.bin"), 0o755);
  const second = await since(first.tree);
  expect(second.changed).toEqual(["large.bin"]);
  await truncate(at("large.bin"), 3);
  await rm(at(":(top) od*d.bin"));
  const third = await since(second.tree);
  expect(third).toMatchObject({ changed: [":(top) od*d.bin", "large.bin"], deleted: [":(top) od*d.bin"] });
  expect(third.tree).toBe(await workspace.writeTree(name, base));
});

test.each([false, true])(
  "what a command changed beside a repository of its own counts then, and not later: %s",
  async (isLarge) => {
    const { at, base, since, folder, name, gitIn } = await stage();
    await since(base);
    if (isLarge) await writeFile(join(folder, "tmp.1", `index-of-${name}`, "has-large-files"), "");
    for (const nested of ["full", "empty"]) {
      await mkdir(at(nested));
      await gitIn(at(nested), "init", "-q");
      await writeFile(at(`${nested}/f.txt`), "x\n");
    }
    await gitIn(at("full"), "add", "-A");
    await gitIn(at("full"), "commit", "-qm", "nested");
    await writeFile(at("a.txt"), "first\n");
    const first = await since(base);
    expect(first).toMatchObject({
      changed: ["a.txt"],
      problem: expect.stringMatching(/^(full|empty) is a git/),
    });
    expect(await since(first.tree)).toMatchObject({ changed: [], problem: expect.any(String) });
    await writeFile(at("b/c.txt"), "second\n");
    for (const nested of ["full", "empty"]) await rm(at(`${nested}/.git`), { recursive: true });
    const second = await since(first.tree);
    expect(second.changed).toEqual(["b/c.txt", "empty/f.txt", "full/f.txt"]);
    expect(second).not.toHaveProperty("problem");
  },
);

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const stats = await Promise.all(names.map((one) => stat(join(folder, one))));
  return stats.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}
