import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, gitPlace } from "../../../test/support/git-place.ts";
import { gitAt } from "../git/run-git.ts";
import { sessionFolders } from "./left-worktrees.ts";
import { leftoversOf } from "./leftovers.ts";

test("what is left of a session: its branches, what they are checked out at, what is held, and its folders", async () => {
  const place = await gitPlace();
  const git = gitAt({ cwd: place.repository, env: place.env });
  const look = () =>
    leftoversOf(git, { branches: "refs/heads/huddle/s", held: "refs/huddle/s", folder: place.folder });
  expect(await look()).toEqual({ branches: [], held: 0, forUndo: 0, folders: [] });

  const commit = await place.git("rev-parse", "HEAD");
  for (const name of ["s/main", "s/t1", "s/mine", "s2/main"]) await place.git("branch", `huddle/${name}`);
  await place.git("update-ref", "refs/huddle/s/base", commit);
  await place.git("update-ref", "refs/huddle/s/tree/t1", commit);
  await mkdir(place.folder);
  expect(await look()).toMatchObject({ held: 2, forUndo: 1, folders: [place.folder] });

  const path = join(place.folder, "t1.4");
  await place.git("worktree", "add", "-q", path, "huddle/s/t1");
  expect(await look()).toEqual({
    branches: [
      { name: "huddle/s/main", commit },
      { name: "huddle/s/t1", commit, checkedOutAt: path },
    ],
    held: 2,
    forUndo: 1,
    folders: [path],
  });
});

test("folders of sessions, with the names of their worktrees", async () => {
  const folder = await emptyPlace();
  const names = ["one/t1.4", "one/t2.4-2", "one/main.12", "one/tmp.4", "one/children", "two", "one/x.4y"];
  for (const name of names) await mkdir(join(folder, name), { recursive: true });
  for (const name of ["file", "one/t3.4"]) await writeFile(join(folder, name), "");
  const found = (await sessionFolders(folder)).map((one) => ({
    ...one,
    worktrees: one.worktrees.toSorted(),
  }));
  expect(found.toSorted((a, b) => (a.session < b.session ? -1 : 1))).toEqual([
    { session: "one", path: join(folder, "one"), worktrees: ["main.12", "t1.4", "t2.4-2"] },
    { session: "two", path: join(folder, "two"), worktrees: [] },
  ]);
  expect(await sessionFolders(join(folder, "nowhere"))).toEqual([]);
});
