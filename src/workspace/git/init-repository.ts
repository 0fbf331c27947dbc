import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Instant } from "../../core/terms/ids.ts";
import type { Environment } from "../processes/environment.ts";
import type { Author } from "./find-repository.ts";
import { commitTree, resolve } from "./git-objects.ts";
import { gitAt } from "./run-git.ts";

export interface NewRepository {
  readonly folder: string;
  readonly branch: string;
  readonly files: Readonly<Record<string, string>>;
  /** Also becomes the identity of this repository, so that it works on a machine that has none. */
  readonly author: Author;
  readonly when: Instant;
  readonly message: string;
  readonly env: Environment;
}

/**
 * Makes a repository with one commit. The same input gives the same commit. After a kill, a second call completes it;
 * once there is a commit, nothing is changed.
 */
export async function initRepository(wanted: NewRepository): Promise<string> {
  const { folder, branch, author } = wanted;
  await mkdir(folder, { recursive: true });
  const git = gitAt({ cwd: folder, env: wanted.env });
  await git(["init", "--quiet", "--template=", `--initial-branch=${branch}`]);
  const head = await resolve(git, "HEAD");
  if (head !== undefined) return head;
  await git(["config", "user.name", author.name]);
  await git(["config", "user.email", author.email]);
  for (const [path, content] of Object.entries(wanted.files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await git(["add", "--all"]);
  const tree = (await git(["write-tree"])).text;
  const { message, when } = wanted;
  const commit = await commitTree(git, { tree, parents: [], message, author, when });
  await git(["update-ref", "HEAD", commit, ""]);
  return commit;
}
