import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";

test("what is under way is known by what git keeps in its folder meanwhile", async () => {
  const place = await gitPlace();
  const workspace = place.open();
  for (const [file, under] of [
    ["rebase-merge", "a rebase"],
    ["rebase-apply", "a rebase"],
    ["MERGE_HEAD", "a merge"],
    ["CHERRY_PICK_HEAD", "a cherry-pick"],
    ["REVERT_HEAD", "a revert"],
    ["BISECT_LOG", "a bisect"],
  ] as const) {
    const path = join(place.repository, ".git", file);
    await (file.startsWith("rebase") ? mkdir(path) : writeFile(path, ""));
    expect(await workspace.checkedOut("main")).toEqual({ path: place.repository, clean: true, under });
    await rm(path, { recursive: true });
  }
});

test("a branch on a disk that is not there now is not free if its worktree is locked", async () => {
  const place = await gitPlace();
  const stick = join(place.root, "stick");
  await place.git("worktree", "add", "-q", "-b", "topic", stick);
  await place.git("worktree", "lock", stick);
  const workspace = place.open();
  expect(await workspace.checkedOut("topic")).toEqual({ path: stick, clean: true });
  await rm(stick, { recursive: true });
  expect(await workspace.checkedOut("topic")).toEqual({ path: stick, clean: false });
  await place.git("worktree", "unlock", stick);
  expect(await workspace.checkedOut("topic")).toBeUndefined();
});

test("a branch that is being rebased is found in the worktree in which that happens", async () => {
  const place = await gitPlace();
  const [mine, other] = [join(place.root, "mine"), join(place.root, "other")];
  for (const path of [other, mine]) await place.git("worktree", "add", "-q", "--detach", path);
  const workspace = place.open();
  for (const [folder, path] of [
    ["worktrees/mine", mine],
    ["", place.repository],
  ] as const)
    for (const kind of ["rebase-merge", "rebase-apply"]) {
      const record = join(place.repository, ".git", folder, kind);
      await mkdir(record);
      await writeFile(join(record, "head-name"), "refs/heads/topic\n");
      expect(await workspace.checkedOut("topic")).toEqual({ path, clean: false, under: "a rebase" });
      expect(await workspace.checkedOut("topics")).toBeUndefined();
      await rm(record, { recursive: true });
    }
});
