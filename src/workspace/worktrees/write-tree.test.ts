import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";

async function standing(place: GitPlace) {
  const workspace = place.open();
  const head = await place.git("rev-parse", "HEAD");
  const name = await workspace.addWorktree("t1", head, undefined, noAbort);
  return { workspace, head, name, path: join(place.folder, name) };
}

test("the tree holds new, changed and removed files, modes and links, and .gitignore holds", async () => {
  const place = await gitPlace({
    ".gitignore": "*.log\nbuild/\n",
    "kept.log": "tracked although ignored now\n",
    "old.txt": "x\n",
    "a.txt": "1\n",
  });
  await place.git("add", "-f", "kept.log");
  await place.commit({});
  const { workspace, head, name, path } = await standing(place);
  await rm(join(path, "old.txt"));
  await writeFiles(path, {
    "a.txt": "2\n",
    "run.sh": "#!/bin/sh\n",
    "debug.log": "no",
    "build/out.js": "no",
    "kept.log": "still\n",
  });
  await chmod(join(path, "run.sh"), 0o755);
  await symlink("a.txt", join(path, "link"));
  execFileSync("mkfifo", [join(path, "pipe")]);

  const tree = await workspace.writeTree(name, head);
  const listed = await place.git("ls-tree", "-r", tree);
  expect(listed.split("\n").map((line) => line.replace(/ blob \w+\t/, " "))).toEqual([
    "100644 .gitignore",
    "100644 a.txt",
    "100644 kept.log",
    "120000 link",
    "100755 run.sh",
  ]);
  expect(await place.git("cat-file", "blob", `${tree}:link`)).toBe("a.txt");
  expect(await place.git("cat-file", "blob", `${tree}:kept.log`)).toBe("still");
  expect(await workspace.writeTree(name, head)).toBe(tree);
});

test("a worktree without files is the empty tree", async () => {
  const place = await gitPlace();
  const { workspace, head, name, path } = await standing(place);
  await rm(join(path, "a.txt"));
  const tree = await workspace.writeTree(name, head);
  expect(await place.git("ls-tree", tree)).toBe("");
  const commit = await workspace.commitTree({
    tree,
    parents: [head],
    message: "empty",
    author: { name: "Pia", email: "pia@example.com" },
    when: "2026-01-02T03:04:05.678Z",
  });
  const again = await workspace.addWorktree("t2", commit, undefined, noAbort);
  expect(await readdir(join(place.folder, again))).toEqual([".git"]);
});

test("neither the worktree's own index nor its .git file matter, and nothing is left beside", async () => {
  const place = await gitPlace();
  const { workspace, head, name, path } = await standing(place);
  await writeFile(join(path, "b.txt"), "b\n");
  const wanted = await workspace.writeTree(name, head);
  const index = await place.gitIn(path, "rev-parse", "--git-path", "index");
  await writeFile(index, "torn");
  await writeFile(`${index}.lock`, "held");
  await writeFile(join(path, ".git"), "gitdir: /nowhere\n");
  expect(await workspace.writeTree(name, head)).toBe(wanted);
  expect(await readdir(join(place.folder, "tmp.1"))).toEqual([]);
});

test("two at once do not meet", async () => {
  const place = await gitPlace();
  const { workspace, head, name, path } = await standing(place);
  await writeFile(join(path, "b.txt"), "b\n");
  const trees = await Promise.all([1, 2, 3, 4].map(() => workspace.writeTree(name, head)));
  expect(new Set(trees).size).toBe(1);
});

test.each(["without a commit", "with a commit"])(
  "a nested repository %s is named, not lost",
  async (kind) => {
    const place = await gitPlace();
    const { workspace, head, name, path } = await standing(place);
    await mkdir(join(path, "vendor/lib"), { recursive: true });
    await place.gitIn(join(path, "vendor/lib"), "init", "-q");
    await writeFile(join(path, "vendor/lib/x.txt"), "x\n");
    if (kind === "with a commit") {
      const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
      await place.gitIn(join(path, "vendor/lib"), ...who, "commit", "-q", "--allow-empty", "-m", "x");
    }
    await expect(workspace.writeTree(name, head)).rejects.toMatchObject({
      name: "Fault",
      message: expect.stringMatching(/vendor\/lib is a git repository of its own/),
    });
  },
);

test.each([
  ["a required filter fails", "*.bin filter=strict", /strict/],
  ["a file is not in the encoding it must have", "*.bin working-tree-encoding=UTF-16", /BOM|UTF-16/],
] as const)(
  "10.41: %s: git add fails, that is told, and no tree lacks the file",
  async (_, attributes, words) => {
    const place = await gitPlace({ ".gitattributes": `${attributes}\n` });
    const { workspace, head, name, path } = await standing(place);
    await place.git("config", "filter.strict.clean", "false");
    await place.git("config", "filter.strict.required", "true");
    await writeFiles(path, { "a.bin": "x", "b.txt": "b\n" });
    await expect(workspace.writeTree(name, head)).rejects.toThrow(words);
    expect(await readdir(join(place.folder, "tmp.1"))).toEqual([]);
  },
);

test("a submodule that is not filled stays what it was", async () => {
  const place = await gitPlace();
  const link = await place.git("rev-parse", "HEAD");
  await place.git("update-index", "--add", "--cacheinfo", `160000,${link},sub`);
  await place.git("commit", "-q", "-m", "sub");
  const { workspace, head, name } = await standing(place);
  expect(await workspace.writeTree(name, head)).toBe(await workspace.treeOf(head));
});
