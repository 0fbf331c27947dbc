import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort } from "../../test/support/git-place.ts";
import { realPlace } from "./site.ts";

test("opening makes no folder, and each way to write makes it", async () => {
  const place = await gitPlace();
  const base = await place.git("rev-parse", "HEAD");
  const workspace = place.open();
  await workspace.diff(base, base);
  expect(await workspace.placeOf("t1.1")).toBeUndefined();
  await workspace.clear();
  expect(existsSync(place.folder)).toBe(false);
  expect(await workspace.theirs.passMessage("Add it")).toBe("Add it");
  expect(existsSync(place.folder)).toBe(true);
  await workspace.clear();
  expect(existsSync(place.folder)).toBe(false);
  expect(await workspace.versions([{ name: "test", run: "node --test" }])).toEqual([
    `node ${process.version}`,
  ]);
  await workspace.clear();
  await workspace.addWorktree("t1", base, undefined, noAbort);
  expect(existsSync(join(place.folder, "t1.1"))).toBe(true);
});

test("a path whose end is not there is real as far as it is there", async () => {
  const { root } = await gitPlace();
  await mkdir(join(root, "disk"));
  await symlink(join(root, "disk"), join(root, "link"));
  const real = realPlace(root);
  expect(realPlace(join(root, "link"))).toBe(join(real, "disk"));
  expect(realPlace(join(root, "link", "a", "b"))).toBe(join(real, "disk", "a", "b"));
});
