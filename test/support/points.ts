import { rename } from "node:fs/promises";
import { basename, isAbsolute, relative } from "node:path";
import type { BlobDisk } from "../../src/log/beside/file-blobs.ts";
import { writeTemporary } from "../../src/log/beside/write-temporary.ts";
import { type Disk, localDisk } from "../../src/workspace/files/disk.ts";
import { type Git, type GitCall, gitAt } from "../../src/workspace/git/run-git.ts";
import { onceDone } from "../../src/workspace/once-done.ts";
import type { WorkspaceOptions } from "../../src/workspace/open-workspace.ts";
import { runCommand } from "../../src/workspace/processes/run-command.ts";

/**
 * A place where a test may end everything: before and after each git command, check, temporary write, rename and removal.
 * `about` says what it is done to, in words that are the same for every runner and in every session. Git may have to be
 * asked for them.
 */
export type Point = (place: string, about: () => Promise<string>) => Promise<void>;

/** Ways to git, to the disk and to processes that stop at every point. */
export function pointedWays(
  { repository, folder, env }: Pick<WorkspaceOptions, "repository" | "folder" | "env">,
  point: Point,
): Required<Pick<WorkspaceOptions, "git" | "disk" | "runCommand">> {
  const inFolder = (path: string) => lasting(relative(folder, path));
  const disk: Disk = {
    create: (path, content, mode) =>
      around(point, "write", `${beginning(content)} ${content.length}`, () =>
        localDisk.create(path, content, mode),
      ),
    rename: (from, to) => around(point, "rename", inFolder(to), () => localDisk.rename(from, to)),
    remove: (path) => around(point, "remove", inFolder(path), () => localDisk.remove(path)),
  };
  return {
    git: pointedGit(gitAt({ cwd: repository, env }), point),
    disk,
    runCommand: (command, signal) =>
      around(point, "check", inFolder(command.cwd), () => runCommand(command, signal)),
  };
}

function pointedGit(git: Git, point: Point): Git {
  return async (args, call) => {
    const name = args[0] === "worktree" ? `git worktree ${args[1]}` : `git ${args[0]}`;
    return around(
      point,
      name,
      onceDone(() => concerned(git, args, call)),
      () => git(args, call),
    );
  };
}

/** A way to the disk for blobs that stops at every point. */
export function pointedBlobDisk(point: Point): BlobDisk {
  const texts = new Map<string, string>();
  return {
    writeTemporary: (path, bytes) => {
      const about = beginning(bytes.toString("utf8"));
      texts.set(path, about);
      return around(point, "blob write", about, () => writeTemporary(path, bytes));
    },
    rename: (from, to) => around(point, "blob rename", texts.get(to) ?? "", () => rename(from, to)),
  };
}

async function around<T>(
  point: Point,
  what: string,
  about: string | (() => Promise<string>),
  act: () => Promise<T>,
): Promise<T> {
  const words = typeof about === "string" ? async () => about : about;
  await point(`${what} before`, words);
  try {
    return await act();
  } finally {
    await point(`${what} after`, words);
  }
}

/** What the command names but for hashes, and the subject of the last commit among these. */
async function concerned(git: Git, args: readonly string[], call: GitCall = {}): Promise<string> {
  const words = [call.cwd ?? "", ...args.slice(1).filter((word) => !word.startsWith("-"))];
  const named = words.map((word) => lasting(isAbsolute(word) ? basename(word) : word));
  const last = args.join(" ").match(hashes)?.at(-1);
  const [subject = ""] = call.input?.split("\n") ?? [last && (await subjectOf(git, last))];
  return [...named, subject].filter((word) => word !== "").join(" ");
}

const subjects = new Map<string, string>();

async function subjectOf(git: Git, commit: string): Promise<string> {
  const known = subjects.get(commit);
  if (known !== undefined) return known;
  const { text } = await git(["log", "-1", "--format=%s", commit], { answers: [128] });
  subjects.set(commit, text);
  return text;
}

const hashes = /[0-9a-f]{40,}/g;

/** Without fences and hashes. */
function lasting(text: string): string {
  return text.replace(/^([^/]+)\.\d+(-\d+)?(?=\/|$)/, "$1").replace(hashes, "");
}

/** How a text begins: a charter is one long line, and all of them begin alike. */
function beginning(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return `${line.slice(0, 60)} (${line.length})`;
}
