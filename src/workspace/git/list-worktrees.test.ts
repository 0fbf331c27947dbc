import { expect, test } from "vitest";
import { listWorktrees } from "./list-worktrees.ts";

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
