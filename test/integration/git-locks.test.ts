import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, stat, unlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import type { StuckWait } from "../../src/core/decide/waits/stuck.ts";
import type { Fault } from "../../src/core/fault.ts";
import { parseAnswer } from "../../src/core/views/inbox/words-of.ts";
import { removeLock } from "../../src/workspace/git/locks.ts";
import { gitPlace } from "../support/git-place.ts";
import { realClock } from "../support/plain.ts";
import { SmallBuild } from "../support/small-build.ts";

/** A lock as a killed git leaves it, so many seconds ago. */
async function leaves(path: string, seconds: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "");
  const when = Date.now() / 1000 - seconds;
  await utimes(path, when, when);
  return path;
}

/** Locks that stand in the way of a session, and the step that meets each. */
const locks: Readonly<Record<string, string>> = {
  "the integration branch": "refs/heads/huddle/s/main.lock",
  "a task's branch": "refs/heads/huddle/s/t1.lock",
  "a ref of Huddle's own": "refs/huddle/s/tree/task/t1.lock",
  "the person's branch": "refs/heads/trunk.lock",
  "the person's index": "index.lock",
  "the person's head": "HEAD.lock",
};

describe("10.10: a lock that a killed git left behind is named, and removed after a yes", () => {
  test.each(Object.entries(locks))("%s", async (_, name) => {
    const waits: StuckWait[] = [];
    const at = await SmallBuild.open({
      act: async (wait, journal) => {
        if (wait.kind !== "stuck") return false;
        waits.push(wait);
        const given = parseAnswer(wait, "yes");
        if ("wrong" in given) throw new Error(given.wrong);
        await answer(journal, wait.id, given, realClock.now());
        return true;
      },
    });
    const lock = await leaves(join(at.theatre.repository, ".git", name), 3_600);
    expect(await at.play()).toMatchObject({ kind: "finished" });
    expect(waits).toMatchObject([{ code: "git.locked", remedy: { kind: "lock", path: lock } }]);
    expect(waits[0]?.error).toContain(
      `60 minutes old, so a git command that was killed probably left it behind:`,
    );
    expect(waits[0]?.error).toContain(lock);
    expect(existsSync(lock)).toBe(false);
    expect(at.git("ls-tree", "--name-only", "HEAD")).toContain("t1.txt");
    expect((await at.events("step.retried")).map(({ agreed }) => agreed)).toEqual([true]);
    await at.theatre.check();
  });

  test("a young lock is only waited for, and so is git that is at work", async () => {
    const place = await gitPlace();
    const commonDir = join(place.repository, ".git");
    const workspace = place.open();
    const head = await place.git("rev-parse", "HEAD");
    const path = await leaves(join(commonDir, "refs/heads/huddle/s/main.lock"), 5);
    const moved = workspace.moveRef("refs/heads/huddle/s/main", head, null);
    await expect(moved).rejects.toMatchObject({ code: "repository.unready" });
    expect(existsSync(path)).toBe(true);
    const moving = workspace.moveRef("refs/heads/huddle/s/main", head, null);
    await unlink(path);
    expect(await moving).toBe("moved");
  });

  const removing = async (place: Awaited<ReturnType<typeof gitPlace>>, path: string) => {
    const { dev, ino, size, mtimeMs } = await stat(path);
    const commonDir = join(place.repository, ".git");
    return { commonDir, now: realClock.now(), path, mark: `${dev}:${ino}:${size}:${mtimeMs}` };
  };

  test("a lock whose owner lives stays", async () => {
    const place = await gitPlace();
    const path = await leaves(join(place.repository, ".git/index.lock"), 600);
    const owner = spawn("git", ["cat-file", "--batch"], { cwd: place.repository, env: place.env });
    onTestFinished(() => void owner.kill());
    await new Promise((resolve) => owner.once("spawn", resolve));
    owner.stdin.write("HEAD\n");
    await new Promise((resolve) => owner.stdout.once("data", resolve));
    const wanted = await removing(place, path);
    await expect(removeLock(wanted)).rejects.toThrow(`process ${owner.pid}`);
    expect(existsSync(path)).toBe(true);
    const gone = new Promise((resolve) => owner.once("exit", resolve));
    owner.stdin.end();
    await gone;
    await removeLock(wanted);
    expect(existsSync(path)).toBe(false);
  });

  test("another file of the same name stays, and so does a file that is no lock of this repository", async () => {
    const place = await gitPlace();
    const path = await leaves(join(place.repository, ".git/index.lock"), 600);
    const wanted = await removing(place, path);
    await unlink(path);
    await removeLock(wanted); // gone by itself
    await leaves(path, 1_200);
    await removeLock(wanted);
    expect(existsSync(path)).toBe(true);
    const young = await leaves(join(place.repository, ".git/HEAD.lock"), 10);
    await removeLock(await removing(place, young));
    expect(existsSync(young)).toBe(true);
    for (const name of ["a.lock", ".git/config"]) {
      const other = await leaves(join(place.repository, name), 600);
      await expect(removeLock(await removing(place, other))).rejects.toThrow(
        "is not a lock of this repository",
      );
      expect(existsSync(other)).toBe(true);
    }
  });

  test("outside of a run the message holds the command", async () => {
    const place = await gitPlace();
    const path = await leaves(join(place.repository, ".git/refs/huddle/s/base.lock"), 90);
    const held = place.open().hold("refs/huddle/s/base", await place.git("rev-parse", "HEAD"));
    const fault: Fault = await held.then(
      () => Promise.reject(new Error("held")),
      (error: Fault) => error,
    );
    expect(fault).toMatchObject({ code: "git.locked" });
    const [, command = ""] = /can be removed: (rm .*)$/.exec(fault.message) ?? [];
    const { execFileSync } = await import("node:child_process");
    execFileSync("/bin/sh", ["-c", command]);
    expect(existsSync(path)).toBe(false);
  });
});
