import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, stat, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyPlace, gitPlace } from "../../../test/support/git-place.ts";
import { runAlone } from "../../../test/support/run-alone.ts";
import { GitError } from "./git-error.ts";
import { minutes, oldLocks, type Removing, removeLock, withLocks } from "./locks.ts";

const nobody = 65534;
/** Root without the right to look into processes of others, as any other user is. */
const unprivileged = ["setpriv", "--inh-caps=-sys_ptrace", "--bounding-set=-sys_ptrace"];
const canBeOthers =
  process.getuid?.() === 0 && spawnSync("/bin/sh", ["-c", `${unprivileged.join(" ")} true`]).status === 0;

/** What removing an old lock says while a git of another user is at work somewhere. */
async function removed(owner: number): Promise<{ readonly told: unknown; readonly stands: boolean }> {
  const place = await gitPlace();
  const path = join(place.repository, ".git/index.lock");
  await writeFile(path, "");
  await chown(path, owner, owner);
  await utimes(path, 1e9, 1e9);
  const other = spawn("git", ["hash-object", "--stdin"], { cwd: "/", uid: nobody, gid: nobody });
  onTestFinished(() => void other.kill());
  await new Promise((resolve) => other.once("spawn", resolve));
  const { dev, ino, size, mtimeMs } = await stat(path);
  const wanted = {
    commonDir: join(place.repository, ".git"),
    now: new Date().toISOString(),
    path,
    mark: `${dev}:${ino}:${size}:${mtimeMs}`,
  };
  const script = `
    import { removeLock } from "./it.mjs";
    const told = await removeLock(${JSON.stringify(wanted)}).then(() => "removed", ({ message }) => message);
    console.log(JSON.stringify(told.replace("process ${other.pid}", "process it")));
  `;
  const told = await runAlone("src/workspace/git/locks.ts", script, unprivileged);
  return { told, stands: existsSync(path) };
}

test.runIf(canBeOthers)(
  "git of another user, wherever it works, does not hold a lock of this one",
  async () => {
    expect(await removed(0)).toEqual({ told: "removed", stands: false });
  },
);

test.runIf(canBeOthers)("git of the user who owns a lock may hold it, and is told so", async () => {
  expect(await removed(nobody)).toEqual({
    told: expect.stringContaining("Git may be at work in this repository (process it)"),
    stands: true,
  });
});

const now = "2026-11-18T12:00:00.000Z";

/** A lock that is so many seconds old. */
async function leaves(path: string, seconds: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "");
  const when = Date.parse(now) / 1000 - seconds;
  await utimes(path, when, when);
  return path;
}

describe("what git says when a lock is in its way", () => {
  const inTheWay = (path: string) => `fatal: Unable to create '${path}': File exists.\n\nAnother git …`;
  const inConfig = (path: string) => `error: could not lock config file ${path}: File exists`;

  /** What comes of a git that fails like this. */
  const thrown = (error: Error, cwd?: string): Promise<unknown> =>
    withLocks(
      () => Promise.reject(error),
      () => now,
    )(["add"], cwd === undefined ? undefined : { cwd }).then(
      () => undefined,
      (one: unknown) => one,
    );

  test.each<[what: string, said: (folder: string) => string, seconds: number, isTold: boolean]>([
    ["an old lock", (folder) => inTheWay(`${folder}/index.lock`), 60, true],
    ["an old lock, from where git works", () => inTheWay("index.lock"), 90, true],
    ["an old lock of the settings", (folder) => inConfig(`${folder}/index`), 90, true],
    ["a young lock", (folder) => inTheWay(`${folder}/index.lock`), 59, false],
    ["a lock that is gone", (folder) => inTheWay(`${folder}/other.lock`), 90, false],
    ["a file that is no lock", (folder) => inTheWay(`${folder}/index`), 90, false],
    ["something else", () => "fatal: bad object", 90, false],
  ])("%s", async (_, said, seconds, isTold) => {
    const folder = await emptyPlace();
    const path = await leaves(join(folder, "index.lock"), seconds);
    const error = new GitError(["add"], 128, said(folder));
    const { dev, ino, size, mtimeMs } = await stat(path);
    const remedy = { kind: "lock", path, mark: `${dev}:${ino}:${size}:${mtimeMs}` };
    const told = await thrown(error, folder);
    if (isTold) expect(told).toMatchObject({ code: "git.locked", cause: error, remedy });
    else expect(told).toBe(error);
  });

  test("an error that is not git's stays as it is, whatever it says", async () => {
    const path = await leaves(join(await emptyPlace(), "index.lock"), 90);
    const error = new Error(inTheWay(path));
    expect(await thrown(error)).toBe(error);
    expect(await thrown(new GitError(["add"], 128, inTheWay(path)))).toMatchObject({ code: "git.locked" });
  });

  test("a lock that nobody can look at is an error", async () => {
    const file = await leaves(join(await emptyPlace(), "file"), 90);
    const error = new GitError(["add"], 128, inTheWay(join(file, "index.lock")));
    expect(await thrown(error)).toMatchObject({ code: "ENOTDIR" });
  });

  test("git that succeeds is left alone", async () => {
    const answer = { exit: 0, bytes: Buffer.from(""), text: "", said: "", cut: false };
    const git = withLocks(
      async () => answer,
      () => now,
    );
    expect(await git(["status"])).toBe(answer);
  });
});

test("ages are told in whole minutes", () => {
  const told = [60_000, 119_999, 120_000, 3_600_000].map((ageMs) => minutes({ ageMs }));
  expect(told).toEqual(["1 minute", "1 minute", "2 minutes", "60 minutes"]);
});

test("old locks are found wherever git keeps them, and no others", async () => {
  const folder = await emptyPlace();
  const at = (name: string) => join(folder, name);
  const old = [
    "HEAD.lock",
    "info/x.lock",
    "logs/refs/y.lock",
    "refs/heads/a/b.lock",
    "worktrees/t1/index.lock",
  ];
  for (const name of old) await leaves(at(name), 60);
  for (const name of ["objects/pack/p.lock", "hooks/h.lock", "refs/heads/main"]) await leaves(at(name), 90);
  await leaves(at("config.lock"), 59);
  expect((await oldLocks(folder, now)).map(({ path, ageMs }) => [path, ageMs])).toEqual(
    old.map((name) => [at(name), 60_000]),
  );
  expect(await oldLocks(at("nowhere"), now)).toEqual([]);
});

describe("a lock is removed", () => {
  /** A lock in git's folder, and what must be known of it to remove it. */
  async function locked(name = "index.lock", seconds = 60) {
    const commonDir = join(await emptyPlace(), "repo/.git");
    const path = await leaves(join(commonDir, name), seconds);
    const { dev, ino, size, mtimeMs } = await stat(path);
    return { commonDir, now, path, mark: `${dev}:${ino}:${size}:${mtimeMs}` };
  }
  const stays = async (wanted: Removing) => {
    await removeLock(wanted);
    return existsSync(wanted.path);
  };

  test("if it is old, and still the same file", async () => {
    expect(await stays(await locked())).toBe(false);
    expect(await stays(await locked("refs/heads/main.lock"))).toBe(false);
    expect(await stays(await locked("index.lock", 59))).toBe(true);
    const replaced = await locked();
    await unlink(replaced.path);
    expect(await stays(replaced)).toBe(false);
    await leaves(replaced.path, 90);
    expect(await stays(replaced)).toBe(true);
  });

  test("also by a way through a link, if it is a lock of this repository", async () => {
    const wanted = await locked();
    const link = join(dirname(wanted.commonDir), "link");
    await symlink(wanted.commonDir, link);
    await removeLock({ ...wanted, commonDir: link, path: join(link, "index.lock") });
    expect(existsSync(wanted.path)).toBe(false);
  });

  test.each(["../index.lock", "../.gitlike/index.lock", "nowhere/../../index.lock", "config"])(
    "but not %s",
    async (name) => {
      const wanted = await locked();
      const path = await leaves(join(wanted.commonDir, name), 90);
      await expect(removeLock({ ...wanted, path })).rejects.toThrow("is not a lock of this repository");
      expect(existsSync(path)).toBe(true);
    },
  );

  test("but not one in a folder that is gone", async () => {
    const wanted = await locked();
    const path = join(wanted.commonDir, "nowhere/index.lock");
    await expect(removeLock({ ...wanted, path })).rejects.toThrow("is not a lock of this repository");
  });

  describe.runIf(existsSync("/proc/self/comm"))("but not while git is at work", () => {
    /** A repository with a worktree of its own beside it, and a folder that only begins like it. */
    async function repository() {
      const wanted = await locked();
      const root = join(wanted.commonDir, "../..");
      for (const folder of ["repo/src", "worktree", "repository", "repo/.git/worktrees/torn"])
        await mkdir(join(root, folder), { recursive: true });
      await mkdir(join(wanted.commonDir, "worktrees/t1"));
      await writeFile(join(wanted.commonDir, "worktrees/t1/gitdir"), `${root}/worktree/.git\n`);
      const told = () =>
        removeLock(wanted).then(
          () => "removed",
          (error: Error) => error.message,
        );
      return { ...wanted, root, told };
    }

    test("in the repository, in a worktree of it, or by its name", async () => {
      const all: readonly (readonly [folder: string, ...args: string[]])[] = [
        ["repo/.git"],
        ["repo"],
        ["repo/src"],
        ["worktree"],
        ["repository", "--git-dir=../repo/.git"],
      ];
      // At once, because each is waited for.
      await Promise.all(
        all.map(async ([folder, ...args]) => {
          const { root, told } = await repository();
          const git = await working(join(root, folder), ...args.map((one) => one.replace("..", root)));
          expect(await told(), folder).toContain(`Git is at work in this repository (process ${git.pid})`);
          await git.end();
          expect(await told()).toBe("removed");
        }),
      );
    });

    test("for longer than a moment", async () => {
      const { root, told } = await repository();
      const git = await working(join(root, "repo"));
      setTimeout(() => void git.end(), 150);
      expect(await told()).toBe("removed");
    });

    test("for this repository and not for another one", async () => {
      const { root, told } = await repository();
      const git = await working(join(root, "repository"));
      expect(await told()).toBe("removed");
      await git.end();
    });
  });
});

/** A git that works there until it is ended. */
async function working(cwd: string, ...args: readonly string[]) {
  const child = spawn("git", [...args, "hash-object", "--stdin"], { cwd });
  const end = () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    return gone;
  };
  onTestFinished(() => void child.kill());
  await new Promise((resolve) => child.once("spawn", resolve));
  return { pid: child.pid, end };
}
