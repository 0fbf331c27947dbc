import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { Workspace } from "../../src/core/ports/workspace.ts";
import { openWorkspace, type WorkspaceOptions } from "../../src/workspace/open-workspace.ts";
import { layOut } from "./lay-out.ts";
import { plainEnv, realClock } from "./plain.ts";
import { type Point, pointedWays } from "./points.ts";

const run = promisify(execFile);

export const noAbort = new AbortController().signal;

export interface GitPlace {
  /** Holds everything else; removed when the test ends. Its name has a space and quotes. */
  readonly root: string;
  readonly repository: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: readonly string[]): Promise<string>;
  gitIn(cwd: string, ...args: readonly string[]): Promise<string>;
  /** Writes files into the checkout and commits them. */
  commit(files: Readonly<Record<string, string>>): Promise<string>;
  open(fence?: number, more?: Partial<WorkspaceOptions> & { readonly point?: Point }): Workspace;
}

/** A real repository with one commit, in a folder of its own, untouched by the settings of whoever runs the tests. */
export async function gitPlace(
  files: Readonly<Record<string, string>> = { "a.txt": "a\n" },
  at?: string,
): Promise<GitPlace> {
  const root = at === undefined ? await emptyPlace() : await placeAt(at);
  const repository = join(root, "repo");
  const folder = join(root, "state");
  const env = plainEnv(root);
  const gitIn = async (cwd: string, ...args: readonly string[]) => {
    const { stdout } = await run("git", [...args], { cwd, env, maxBuffer: 2 ** 28 });
    return stdout.replace(/\n$/, "");
  };
  const git = (...args: readonly string[]) => gitIn(repository, ...args);
  const commitAll = async (cwd: string, changed: Readonly<Record<string, string>>) => {
    await writeFiles(cwd, changed);
    await gitIn(cwd, "add", "-A");
    await gitIn(cwd, "-c", "maintenance.auto=false", "commit", "-q", "--allow-empty", "-m", "change");
  };
  const commit = async (changed: Readonly<Record<string, string>>) => {
    await commitAll(repository, changed);
    return git("rev-parse", "HEAD");
  };
  await writeFile(join(root, ".gitconfig"), "[user]\n\tname = Pia\n\temail = pia@example.com\n");
  await layOut(repository, `place ${JSON.stringify(files)}`, async (folder) => {
    await mkdir(folder);
    await gitIn(folder, "init", "-q", "-b", "main", "--template=");
    await commitAll(folder, files);
  });
  await git("update-index", "-q", "--refresh"); // it names files by their numbers on the disk, and a copy has others
  const open: GitPlace["open"] = (fence = 1, { point, ...more } = {}) => {
    const ways = point && pointedWays({ repository, folder, env }, point);
    return openWorkspace({ repository, folder, fence, env, clock: realClock, ...ways, ...more });
  };
  return { root, repository, folder, env, git, gitIn, commit, open };
}

/** A folder of this name, which must be new, that is gone after the test. */
async function placeAt(root: string): Promise<string> {
  await mkdir(root);
  removeAfterTest(root);
  return root;
}

/** A temporary folder that is gone after the test. */
export async function emptyPlace(): Promise<string> {
  const root = await testFolder();
  removeAfterTest(root);
  return root;
}

/** A temporary folder that several tests share; they remove it. */
export async function testFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `huddle it's "here" `)));
}

export function removeAfterTest(root: string): void {
  onTestFinished(async () => {
    await chmod(root, 0o700);
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
