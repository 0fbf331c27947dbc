import { execFileSync } from "node:child_process";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { byHarness } from "../../src/core/facts/fact.ts";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

const reviewed = keptPlace(async (): Promise<Desk> => {
  const at = await deskHere(miniRehearsal.repository.files);
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

test("10.20: drop does not claim to know whether a session is over whose log cannot be read", async () => {
  const at = await reviewed();
  await writeFile(join(at.repository, ".git/huddle/sessions/twice/log.jsonl"), "Dear diary\n");
  const { code, stdout } = await at.huddle(["drop", "twice", "--yes"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "  its log cannot be read, so Huddle does not know whether it is over; the log stays as it is\n",
  );
  expect(stdout).not.toContain("over already");
  expect(refs(at)).toEqual([]);
});

const notice = "AGENTS.md, which tells agents what to do, was changed";

/** What has landed is flagged: the person reads it before shipping, in every way to ship. */
async function flagged(at: Desk): Promise<void> {
  const project = await openWire({ env: at.env, cwd: at.repository }).openProject();
  const { journal, close } = await project.sessions.open("twice");
  const { integration: commit } = journal.state();
  const flag = { id: "1", kind: "agents", path: "AGENTS.md", tier: "note", text: notice } as const;
  const checked = { type: "checks.finished" as const, passed: true, results: [], sandboxed: true };
  await journal.append((_, first) => [
    byHarness({ ...checked, why: "landing", task: "t1", commit, sinceBase: [flag] }),
    byHarness({ type: "task.landed", task: "t1", was: commit, commit, checks: first }),
  ]);
  await close();
}

test("10.23: after shipping, only the refs are left that taking it back needs", async () => {
  const at = await reviewed();
  await flagged(at);
  expect(JSON.stringify(await at.json(["inbox"]))).toContain(notice);
  expect(await at.json(["ship"])).toMatchObject({ kind: "shipped", notices: [notice] });
  const kept = ["base", "landed", "ship"].map((name) => `refs/huddle/twice/${name}`);
  expect(refs(at)).toEqual(["refs/heads/huddle-twice", ...kept]);
  expect(await worktrees(at)).toEqual([]);
});

/** A lock as a git that was killed an hour ago leaves it. */
async function lockPackedRefs(at: Desk): Promise<string> {
  const lock = join(at.repository, ".git/packed-refs.lock");
  await writeFile(lock, "");
  await utimes(lock, Date.now() / 1000 - 3_600, Date.now() / 1000 - 3_600);
  return lock;
}

test("10.10: a left packed-refs.lock keeps refs from being removed: shipped all the same, listed, and named by drop", async () => {
  const at = await reviewed();
  await flagged(at);
  const lock = await lockPackedRefs(at);
  expect(await at.huddle(["ship"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(`^ *! ${notice}$.*^Shipped as the new branch huddle-twice`, "ms"),
    ),
  });
  expect(refs(at).length).toBeGreaterThan(1);
  const { stdout } = await at.huddle(["doctor"]);
  expect(stdout).toContain(`lock of git: ${lock}`);
  expect(stdout).toContain("  huddle drop twice");
  const stuck = await at.huddle(["drop", "twice", "--yes"]);
  expect(stuck).toMatchObject({ code: 1, stderr: expect.stringContaining("can be removed: rm ") });
  const [, command = ""] = /can be removed: (rm .*)$/m.exec(stuck.stderr) ?? [];
  execFileSync("/bin/sh", ["-c", command]);
  expect((await at.huddle(["drop", "twice", "--yes"])).code).toBe(0);
  expect(refs(at)).toEqual(["refs/heads/huddle-twice"]);
});

/** What a runner can leave that was killed after it had closed the session. */
const leaves: Readonly<Record<string, (at: Desk, folder: string) => Promise<unknown>>> = {
  "a ref of Huddle's own": (at) => at.git("update-ref", "refs/huddle/twice/task/t1", "HEAD"),
  "the integration branch": (at) => at.git("branch", "huddle/twice/main"),
  "a worktree": (at, folder) => at.git("worktree", "add", "-q", "--detach", join(folder, "t1.3")),
  "an empty folder": (_, folder) => mkdir(folder, { recursive: true }),
  "a temporary folder": (_, folder) => mkdir(join(folder, "tmp.3/index-x"), { recursive: true }),
};

test("10.23: whatever is left of a session that is over is listed by doctor, and the command removes it", async () => {
  const at = await reviewed();
  const root = join(at.root, ".local/state/huddle/worktrees");
  const hash = (await readdir(root).catch(() => []))[0];
  expect((await at.huddle(["ship"])).code).toBe(0);
  for (const [what, leave] of Object.entries(leaves)) {
    expect((await at.huddle(["doctor"])).stdout, `before ${what}`).not.toContain("huddle drop");
    await leave(at, join(root, hash ?? "", "twice"));
    expect((await at.huddle(["doctor"])).stdout, what).toContain("  huddle drop twice");
    expect((await at.huddle(["drop", "twice", "--yes"])).code, what).toBe(0);
    expect(refs(at), what).toEqual(["refs/heads/huddle-twice"]);
    expect(await worktrees(at), what).toEqual([]);
  }
  expect((await at.huddle(["doctor"])).stdout).not.toContain("huddle drop");
});
