import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";

test("a file that now lies behind a link is not asked about, and the others are", async () => {
  const place = await gitPlace({ ".gitignore": "out/\n", "a.txt": "a\n" });
  const workspace = place.open();
  const base = await place.git("rev-parse", "HEAD");
  const name = await workspace.addWorktree("t1", base, undefined, noAbort);
  const path = join(place.folder, name);
  await writeFiles(path, { "real/deep/x.txt": "x\n", "out/y.txt": "y\n", "src/deep/x.txt": "x\n" });
  const written = ["src/deep/x.txt", "out/y.txt"];
  const left = [{ path: "out/y.txt", rule: ".gitignore:1: out/" }];
  expect(await workspace.leftOut(name, base, written)).toEqual(left);
  await rm(join(path, "src"), { recursive: true });
  await symlink("real", join(path, "src"));
  expect(await workspace.leftOut(name, base, written)).toEqual(left);
});
