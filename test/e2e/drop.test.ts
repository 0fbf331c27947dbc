import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Desk, desk } from "../support/huddle.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

const reviewed = keptPlace(async (): Promise<Desk> => {
  const at = await desk(miniRehearsal.repository.files);
  await playTo(at, miniRehearsal, "ship");
  return at;
});

function refs(at: Desk): readonly string[] {
  const text = execFileSync("git", ["for-each-ref", "--format=%(refname)"], {
    cwd: at.repository,
    encoding: "utf8",
  });
  return text.split("\n").filter((ref) => ref.includes("huddle"));
}

const worktrees = (at: Desk) =>
  readdir(join(at.root, ".local/state/huddle/worktrees"), { recursive: true }).catch(() => []);

test("10.23: drop says what it removes, asks, ends the session and keeps its log", async () => {
  const at = await reviewed();
  expect(refs(at).length).toBeGreaterThan(0);
  const before = refs(at);
  const asked = await at.huddle(["drop", "twice"]);
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("huddle drop twice --yes") });
  expect(asked.stdout).toContain("removes the branch huddle/twice/main");
  expect(refs(at)).toEqual(before);

  const dropped = await at.huddle(["drop", "twice", "--yes"]);
  expect(dropped).toMatchObject({ code: 0, stdout: expect.stringContaining("Dropped twice.") });
  expect(dropped.stdout).toMatch(/To bring back what had landed: git branch twice [0-9a-f]{12}/);
  expect(refs(at)).toEqual([]);
  expect(await worktrees(at)).toEqual([]);
  expect((await at.huddle(["show", "--session", "twice"])).code).toBe(0);
  expect(await at.json(["status"])).toMatchObject({ over: "dropped" });
  const again = await at.huddle(["drop", "twice", "--yes"]);
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing is left of twice but its log."),
  });
});

test("10.23: a branch that is checked out somewhere stays, and an unknown session is named", async () => {
  const at = await reviewed();
  execFileSync("git", ["worktree", "add", "-q", join(at.root, "mine"), "huddle/twice/main"], {
    cwd: at.repository,
  });
  const dropped = await at.huddle(["drop", "twice", "--yes"]);
  expect(dropped.stdout).toContain("keeps the branch huddle/twice/main: it is checked out at");
  expect(refs(at)).toEqual(["refs/heads/huddle/twice/main"]);
  expect(await at.huddle(["drop", "nothing", "--yes"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no session"),
  });
});

test("10.23: after shipping, no branch, ref or folder of the session is left", async () => {
  const at = await reviewed();
  expect(await at.huddle(["ship"])).toMatchObject({ code: 0 });
  expect(refs(at)).toEqual(["refs/heads/huddle-twice"]);
  expect(await worktrees(at)).toEqual([]);
});
