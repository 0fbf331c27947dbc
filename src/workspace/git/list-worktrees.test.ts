import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, gitPlace } from "../../../test/support/git-place.ts";
import { linkedPaths, listWorktrees, mayBeCheckedOut } from "./list-worktrees.ts";
import { gitAt } from "./run-git.ts";

async function listed(...records: readonly (readonly string[])[]) {
  const bytes = Buffer.from(records.map((lines) => `${lines.join("\0")}\0\0`).join(""));
  return listWorktrees(async () => ({ exit: 0, bytes, text: "", said: "", cut: false }));
}

test("worktrees are listed with their branch, and whether they are bare or locked", async () => {
  expect(
    await listed(
      ["worktree /repo", "HEAD abc", "branch refs/heads/main"],
      ["worktree /a\nb", "HEAD abc", "detached"],
      ["worktree /c", "bare"],
      ["worktree /d", "HEAD abc", "branch refs/heads/x y", "locked"],
      ["worktree /e", "HEAD abc", "detached", "locked on a stick", "prunable gone"],
    ),
  ).toEqual([
    { path: "/repo", bare: false, locked: false, branch: "refs/heads/main" },
    { path: "/a\nb", bare: false, locked: false },
    { path: "/c", bare: true, locked: false },
    { path: "/d", bare: false, locked: true, branch: "refs/heads/x y" },
    { path: "/e", bare: false, locked: true },
  ]);
});

test("a path may look like another line", async () => {
  expect(await listed(["worktree bare", "detached"], ["worktree locked", "detached"])).toEqual([
    { path: "bare", bare: false, locked: false },
    { path: "locked", bare: false, locked: false },
  ]);
});

test("a branch that git lists for a worktree may be checked out, whichever way its head leads there; others are not", async () => {
  const place = await gitPlace();
  const git = gitAt({ cwd: place.repository, env: place.env });
  const commonDir = join(place.repository, ".git");
  const linked = join(place.root, "a\nb");
  for (const branch of ["topic", "behind", "idle"]) await place.git("branch", branch);
  await place.git("symbolic-ref", "refs/heads/alias", "refs/heads/behind");
  await place.git("worktree", "add", "-q", "--detach", linked);
  expect(await linkedPaths(commonDir)).toEqual([linked]);
  for (const [branch, found] of [
    ["main", "main"],
    ["topic", "topic"],
    ["alias", "behind"],
  ] as const) {
    for (const cwd of [place.repository, linked])
      await place.gitIn(cwd, "symbolic-ref", "HEAD", `refs/heads/${branch}`);
    const used = (await listWorktrees(git)).map((worktree) => worktree.branch);
    expect(used).toEqual([`refs/heads/${found}`, `refs/heads/${found}`]);
    expect(await mayBeCheckedOut(commonDir, `refs/heads/${found}`)).toBe(true);
    await place.git("checkout", "-q", "--detach");
    expect(await mayBeCheckedOut(commonDir, `refs/heads/${found}`)).toBe(true);
    if (branch !== "alias") expect(await mayBeCheckedOut(commonDir, "refs/heads/idle")).toBe(false);
  }
});

test.each([
  ["a name", "ref: refs/heads/other\n", false],
  ["a commit", `${"a".repeat(40)}\n`, false],
  ["a commit with a longer id", `${"a".repeat(64)}\n`, false],
  ["that branches are kept elsewhere", "ref: refs/heads/.invalid\n", true],
  ["something new", "ref: worktree/x\n", true],
  ["half a line", "ref: refs/heads/oth", true],
  ["nothing", "", true],
])("a head that says %s leaves it to git if need be", async (_, head, expected) => {
  const folder = await emptyPlace();
  expect(await mayBeCheckedOut(folder, "refs/heads/topic")).toBe(false);
  await writeFile(join(folder, "HEAD"), head);
  expect(await mayBeCheckedOut(folder, "refs/heads/topic")).toBe(expected);
});

test("so does a head that is a link, and a record that cannot be read", async () => {
  const folder = await emptyPlace();
  await symlink("refs/heads/other", join(folder, "HEAD"));
  expect(await mayBeCheckedOut(folder, "refs/heads/topic")).toBe(true);
  await rm(join(folder, "HEAD"));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/other\n");
  await symlink("worktrees", join(folder, "worktrees")); // leads to itself
  expect(await mayBeCheckedOut(folder, "refs/heads/topic")).toBe(true);
  expect(await linkedPaths(folder)).toEqual([]);
});
