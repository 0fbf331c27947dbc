import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { atTheScreen } from "../../../test/support/at-the-screen.ts";
import { gitPlace } from "../../../test/support/git-place.ts";
import { dependenciesOf, worktreesOf } from "../wire/places.ts";
import { debugCleanAct } from "./debug-clean.ts";
import { newAct } from "./new.ts";

test("what no session needs is named with its size and removed after a yes, and the neighbour's stays", async () => {
  const place = await gitPlace();
  const { wire, text } = atTheScreen(place, { terminal: false });
  await debugCleanAct(wire, {});
  expect(text()).toContain("There is nothing to remove.");
  const commonDir = join(place.repository, ".git");
  const worktrees = worktreesOf(wire.folders, commonDir);
  const dependencies = dependenciesOf(wire.folders, commonDir);
  const neighbour = join(dirname(dependencies), "0123456789abcdef", "k1");
  const made = join(dependencies, "k1", "kept", "large");
  const left = join(worktrees, "gone", "t1.5");
  for (const path of [neighbour, dirname(made), dirname(left)]) await mkdir(path, { recursive: true });
  await place.git("worktree", "add", "-q", "--detach", left);
  await writeFile(made, Buffer.alloc(3_000_000, 1));

  const before = text().length;
  expect(await debugCleanAct(wire, {})).toBe(0);
  const told = text().slice(before);
  expect(told).toMatch(/^ +3 MB {2}dependencies, no session is open; set-up makes it again: .*\/k1$/m);
  expect(told).toMatch(/worktrees, its session has no log any more: .*\/gone$/m);
  expect(told).toContain("Nothing was removed.\nNext: huddle debug clean --yes");
  expect([made, left].every((path) => existsSync(path))).toBe(true);

  await newAct(wire, ["Open"], {});
  await debugCleanAct(wire, { yes: true });
  expect([existsSync(made), existsSync(left), existsSync(neighbour)]).toEqual([true, false, true]);
  expect(await place.git("worktree", "list")).not.toContain("gone");
  expect(await readdir(join(commonDir, "huddle", "sessions"))).toEqual(["open"]);
});
