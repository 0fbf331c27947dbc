import { readdir, readFile, readlink, realpath, stat, unlink } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { pause } from "../processes/pause.ts";
import { processStart } from "../processes/readings/process-start.ts";
import { GitError } from "./git-error.ts";
import { linkedPaths } from "./list-worktrees.ts";
import type { Git } from "./run-git.ts";

/** No git command that Huddle knows holds a lock for so long without being at work. */
const oldEnoughMs = 60_000;

/** A lock file as it was when somebody looked. */
export interface Lock {
  readonly path: string;
  /** Tells this file from a later one of the same name. */
  readonly mark: string;
  readonly ageMs: number;
}

/**
 * The same git, but a lock that a killed process left behind is a Fault that names it and offers to remove it. A lock
 * that is young stays a failure of git, so that callers try again.
 */
export function withLocks(git: Git, now: () => Instant): Git {
  return async (args, call) => {
    try {
      return await git(args, call);
    } catch (error) {
      const named = error instanceof GitError ? lockIn(error.said) : undefined;
      if (named === undefined) throw error;
      const lock = await lookAt(resolve(call?.cwd ?? "/", named), now());
      if (lock === undefined || lock.ageMs < oldEnoughMs) throw error;
      throw leftBehind(lock, error);
    }
  };
}

/** The lock that git could not make because it is there. */
function lockIn(said: string): string | undefined {
  const config = /could not lock config file (.+): File exists/.exec(said)?.[1];
  return config === undefined
    ? /Unable to create '(.+\.lock)': File exists/.exec(said)?.[1]
    : `${config}.lock`;
}

function leftBehind(lock: Lock, cause: unknown): Fault {
  const { path, mark } = lock;
  return new Fault(
    "git.locked",
    `A lock of git is in the way. It is ${minutes(lock)} old, so a git command that was killed probably left it behind:\n  ${path}\nIf no git command is at work here, it can be removed: rm ${shellWord(path)}`,
    { cause, remedy: { kind: "lock", path, mark } },
  );
}

/** Undefined: it is gone. */
async function lookAt(path: string, now: Instant): Promise<Lock | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path);
    return { path, mark: `${dev}:${ino}:${size}:${mtimeMs}`, ageMs: Date.parse(now) - mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export interface Removing {
  readonly commonDir: string;
  readonly now: Instant;
  readonly path: string;
  readonly mark: string;
}

/**
 * Removes exactly this lock, if it is still the same file, still old, and no git is at work in the repository that
 * could hold it. A lock that is gone or has been replaced is left alone: trying again shows what is there now.
 */
export async function removeLock({ commonDir, now, path, mark }: Removing): Promise<void> {
  const folder = await realpath(commonDir);
  const real = join(await realpath(resolve(path, "..")).catch(() => "/"), basename(path));
  if (!real.startsWith(folder + sep) || !real.endsWith(".lock"))
    throw new Fault("refused", `${path} is not a lock of this repository, so Huddle does not remove it.`);
  const lock = await lookAt(real, now);
  if (lock?.mark !== mark || lock.ageMs < oldEnoughMs) return;
  const [git] = await livingOn(folder, (await stat(real)).uid);
  if (git)
    throw new Fault(
      "git.locked",
      `Git ${git.isHere ? "is" : "may be"} at work in this repository (process ${git.pid}), so ${path} stays. Try again when it has ended.`,
      { remedy: { kind: "lock", path, mark } },
    );
  if ((await lookAt(real, now))?.mark === mark) await unlink(real);
}

/** Locks in git's own folder that are old, oldest name first. */
export async function oldLocks(commonDir: string, now: Instant): Promise<readonly Lock[]> {
  const folders = ["", "refs", "worktrees", "info", "logs"].map((name) => join(commonDir, name));
  const names = await Promise.all(
    folders.map(async (folder, index) => {
      const found = await readdir(folder, { recursive: index > 0 }).catch(() => []);
      return found.filter((name) => name.endsWith(".lock")).map((name) => join(folder, name));
    }),
  );
  const locks = await Promise.all([...new Set(names.flat())].sort().map((path) => lookAt(path, now)));
  return locks.flatMap((lock) => (lock !== undefined && lock.ageMs >= oldEnoughMs ? [lock] : []));
}

export function minutes({ ageMs }: Pick<Lock, "ageMs">): string {
  const whole = Math.floor(ageMs / 60_000);
  return whole === 1 ? "1 minute" : `${whole} minutes`;
}

const looks = 15;

/**
 * The git processes that are at work here and could hold a lock. One that started after the first look cannot: the
 * lock was there before it. So short commands, such as those of other tasks, are waited for.
 */
async function livingOn(commonDir: string, owner: number): Promise<readonly RunningGit[]> {
  const first = await gitsOn(commonDir, owner);
  const starts = new Map<number, string | undefined>();
  for (const { pid } of first) starts.set(pid, await processStart(pid));
  let living = first;
  for (let look = 1; living.length > 0 && look < looks; look += 1) {
    await pause(100);
    const checked = await Promise.all(
      living.map(async (git) => ({ git, start: await processStart(git.pid) })),
    );
    living = checked.flatMap(({ git, start }) =>
      start !== undefined && start === starts.get(git.pid) ? [git] : [],
    );
  }
  return living;
}

interface RunningGit {
  readonly pid: number;
  /** False: nobody can say where it works. */
  readonly isHere: boolean;
}

/**
 * `owner`: the user whose lock it is. Only a git of that user counts if nobody can say where it works, because another
 * one could not have made the lock. Where there is no `/proc`, nobody can be ruled out, and a person is told to look.
 */
async function gitsOn(commonDir: string, owner: number): Promise<readonly RunningGit[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const places = await placesOf(commonDir);
  const isIn = (path: string) => places.some((place) => path === place || path.startsWith(place + sep));
  const found = await Promise.all(
    pids.map(async (pid): Promise<readonly RunningGit[]> => {
      const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
      if (!/^git(-|\n|$)/.test(name)) return [];
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (line.includes(commonDir) || (cwd !== undefined && isIn(cwd)))
        return [{ pid: Number(pid), isHere: true }];
      const user = await stat(`/proc/${pid}`).catch(() => undefined);
      return cwd === undefined && user?.uid === owner ? [{ pid: Number(pid), isHere: false }] : [];
    }),
  );
  return found.flat();
}

/** Every folder in which git works on this repository. */
async function placesOf(commonDir: string): Promise<readonly string[]> {
  const main = basename(commonDir) === ".git" ? [resolve(commonDir, "..")] : [];
  return [commonDir, ...main, ...(await linkedPaths(commonDir))];
}
