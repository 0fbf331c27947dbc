import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, writeFiles } from "../../../test/support/git-place.ts";
import { treeWithHostileNames } from "../../../test/support/hostile-names.ts";
import type { CommitInput } from "../../core/ports/workspace.ts";
import { GitError } from "./git-error.ts";
import { merge } from "./git-objects.ts";
import { type Git, gitAt } from "./run-git.ts";

const author = { name: "Pia Ünsal", email: "pia@example.com" };
const when = "2026-01-02T03:04:05.678Z";

test("resolve knows branches, tags and commits, and says undefined otherwise", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  const head = await place.git("rev-parse", "HEAD");
  await place.git("tag", "-a", "v1", "-m", "v1");
  for (const ref of ["main", "refs/heads/main", "HEAD", "v1", head, head.slice(0, 10)])
    expect(await workspace.resolve(ref)).toBe(head);
  for (const ref of ["", "nothing", "--all", "-x", "HEAD:a.txt", "a b", "0".repeat(40)])
    expect(await workspace.resolve(ref)).toBeUndefined();
});

test("the same input gives the same commit, whatever the person's settings", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  const parent = await place.git("rev-parse", "HEAD");
  const tree = await workspace.treeOf(parent);
  const input: CommitInput = { tree, parents: [parent], message: "feat: ü\n\nTask: t1\n\n", author, when };
  const first = await workspace.commitTree(input);
  await place.git("config", "user.name", "Somebody Else");
  await place.git("config", "commit.gpgsign", "true");
  await place.git("config", "i18n.commitEncoding", "ISO-8859-1");
  expect(await workspace.commitTree(input)).toBe(first);
  expect(await place.git("cat-file", "commit", first)).toBe(
    [
      `tree ${tree}`,
      `parent ${parent}`,
      "author Pia Ünsal <pia@example.com> 1767323045 +0000",
      "committer Pia Ünsal <pia@example.com> 1767323045 +0000",
      "",
      "feat: ü",
      "",
      "Task: t1",
    ].join("\n"),
  );
});

test("10.6: a message that an older version recorded with a NUL is committed with what one can see", async () => {
  const place = await gitPlace();
  const [parent = "", tree = ""] = (await place.git("rev-parse", "HEAD", "HEAD^{tree}")).split("\n");
  const message = "Add it\u0000\u001b[31m\n\nHuddle-Task: t1\n";
  const commit = await place.open().commitTree({ tree, parents: [parent], message, author, when });
  expect(await place.git("log", "-1", "--format=%B", commit)).toBe(
    "Add it\\x00\\x1b[31m\n\nHuddle-Task: t1\n",
  );
});

test("a clean merge gives a tree, a conflict gives names and markers", async () => {
  const place = await gitPlace({ "a.txt": "1\n2\n3\n", "b.txt": "b\n", 'c"\n.txt': "c\n" });
  const workspace = place.open();
  const base = await place.git("rev-parse", "HEAD");
  const ours = await place.commit({ "a.txt": "1\n2\n3 ours\n", 'c"\n.txt': "ours\n" });
  await place.git("checkout", "-q", "--detach", base);
  const theirs = await place.commit({ "b.txt": "theirs\n" });
  const clash = await place.commit({ "a.txt": "1\n2\n3 theirs\n", 'c"\n.txt': "theirs\n" });

  const clean = await workspace.merge(ours, theirs);
  expect(clean.conflicts).toEqual([]);
  expect(await place.git("cat-file", "blob", `${clean.tree}:b.txt`)).toBe("theirs");
  expect(await place.git("cat-file", "blob", `${clean.tree}:a.txt`)).toBe("1\n2\n3 ours");
  expect(await workspace.merge(ours, theirs)).toEqual(clean);

  await place.git("config", "merge.conflictStyle", "diff3");
  const conflict = await workspace.merge(ours, clash);
  expect(conflict.conflicts).toEqual(["a.txt", 'c"\n.txt']);
  const text = await place.git("cat-file", "blob", `${conflict.tree}:a.txt`);
  expect(text).toMatch(/<<<<<<< .*\n3 ours\n=======\n3 theirs\n>>>>>>> /);
});

test("a merge for which the disk has no room says where git was at work", async () => {
  const { repository, env } = await gitPlace();
  const full = join(repository, "../full");
  await writeFiles(full, { git: "#!/bin/sh\necho 'error: No space left on device' >&2\nexit 128\n" });
  await chmod(join(full, "git"), 0o755);
  const git = gitAt({ cwd: repository, env: { ...env, PATH: `${full}:${env.PATH}` } });
  await expect(merge(git, "a", "b")).rejects.toThrow(
    `Git was at work in ${repository}: error: No space left`,
  );
});

test("what is already in is an ancestor", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  const older = await place.git("rev-parse", "HEAD");
  const newer = await place.commit({ "a.txt": "2\n" });
  expect(await workspace.isAncestor(older, newer)).toBe(true);
  expect(await workspace.isAncestor(newer, newer)).toBe(true);
  expect(await workspace.isAncestor(newer, older)).toBe(false);
  await expect(workspace.isAncestor("0".repeat(40), newer)).rejects.toThrow();
});

test("a diff is the same under every setting, and bears hostile names", async () => {
  const place = await gitPlace({ "a.txt": "1\n", "moved.txt": "x\n".repeat(30) });
  const workspace = place.open();
  const from = await place.git("rev-parse", "HEAD");
  await place.git("mv", "moved.txt", "there.txt");
  const to = await place.commit({ "a.txt": "2\n" });
  const plain = await workspace.diff(from, to);
  expect(plain).toContain("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n");
  expect(plain).toContain("rename from moved.txt\nrename to there.txt\n");
  for (const [name, value] of Object.entries({
    "color.ui": "always",
    "diff.noprefix": "true",
    "diff.external": "false",
    "diff.context": "0",
    "diff.renames": "false",
    "core.abbrev": "12",
  }))
    await place.git("config", name, value);
  expect(await workspace.diff(from, to)).toBe(plain);
  expect(await workspace.diff(to, to)).toBe("");
  const tree = await treeWithHostileNames(gitAt({ cwd: place.repository, env: place.env }));
  const hostile = await workspace.commitTree({ tree, parents: [to], message: "x", author, when });
  expect((await workspace.diff(to, hostile)).match(/^\+x$/gm)).toHaveLength(10);
});

test("a merge that git refuses is told in words where they are known", async () => {
  const ids = ["a".repeat(40), "b".repeat(40)] as const;
  const failing =
    (error: Error): Git =>
    () =>
      Promise.reject(error);
  const refused = (error: Error) => merge(failing(error), ...ids);
  await expect(
    refused(new GitError([], 128, "fatal: refusing to merge unrelated histories")),
  ).rejects.toMatchObject({
    code: "merge.conflict",
    message: expect.stringMatching(/^a{12} and b{12} have no commit in common/),
  });
  await expect(refused(new GitError([], 128, "fatal: new"))).rejects.toBeInstanceOf(GitError);
  await expect(refused(new Error("unrelated histories"))).rejects.toThrow(/^unrelated histories$/);
  const git: Git = async () => ({ exit: 1, bytes: Buffer.from("tree\0"), text: "", said: "", cut: false });
  await expect(merge(git, ...ids)).rejects.toThrow("did not name a file");
});
