import { Fault } from "../../core/fault.ts";
import type { Environment } from "../processes/environment.ts";
import { GitError } from "./git-error.ts";
import { resolve } from "./git-objects.ts";
import { type Head, headIn } from "./list-worktrees.ts";
import { type Git, gitAt } from "./run-git.ts";

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface Repository {
  /** Root of the current checkout; undefined in a bare repository. */
  readonly top?: string;
  /** The git folder that all worktrees share. */
  readonly commonDir: string;
  /** The current checkout is a linked worktree, not the repository's first one. */
  readonly linked: boolean;
  /** Undefined when the head is detached. A branch without a commit has a name as well. */
  readonly branch?: string;
  /** Undefined before the first commit. */
  readonly head?: string;
  /** The person's git identity; undefined if name or e-mail is not set. */
  readonly identity?: Author;
}

/** Where a folder is in a repository: enough to look around. */
export type Checkout = Omit<Repository, "head" | "identity">;

/** The repository of a folder or of one above it. Undefined if there is none. */
export async function findRepository(from: string, env: Environment): Promise<Repository | undefined> {
  const git = gitAt({ cwd: from, env });
  const checkout = await findCheckout(from, env);
  if (checkout === undefined) return undefined;
  const [head, user] = await Promise.all([resolve(git, "HEAD"), settingsOf(git)]);
  const identity = identityOf(env, user.get("name"), user.get("email"));
  return { ...checkout, ...(head ? { head } : {}), ...(identity ? { identity } : {}) };
}

/** The same without the identity and the last commit, because every git process takes time. */
export async function findCheckout(from: string, env: Environment): Promise<Checkout | undefined> {
  const git = gitAt({ cwd: from, env });
  const places = await placesOf(git);
  if (places === undefined) return undefined;
  const { commonDir, gitDir, top } = places;
  const branch = await branchOf(git, places);
  return { commonDir, linked: gitDir !== commonDir, ...(top ? { top } : {}), ...(branch ? { branch } : {}) };
}

/** Undefined if the head is detached. */
async function branchOf(git: Git, { commonDir, gitDir = commonDir }: Places): Promise<string | undefined> {
  const head = await headIn(commonDir, gitDir).catch(() => unclear);
  const full = head.kind === "unclear" ? await symbolicHead(git) : head.kind === "branch" ? head.ref : "";
  return /^refs\/heads\/(.+)$/.exec(full)?.[1];
}

const unclear: Head = { kind: "unclear" };

async function symbolicHead(git: Git): Promise<string> {
  // 128: other code reports what is wrong. Asks for the full name, because git does not shorten it to the plain branch
  // name if a tag has the same one.
  return (await git(["symbolic-ref", "--quiet", "HEAD"], { answers: [1, 128] })).text;
}

interface Places {
  readonly commonDir: string;
  readonly gitDir: string | undefined;
  readonly top: string | undefined;
}

/**
 * Usually one process. If a path holds a newline, there are more lines than questions, and each question is asked
 * alone.
 */
async function placesOf(git: Git): Promise<Places | undefined> {
  const together = await ask(
    git,
    ...["--path-format=absolute", "--git-common-dir", "--absolute-git-dir", "--show-toplevel"],
  );
  const [commonDir = "", gitDir, top, ...more] = together?.split("\n") ?? [];
  if (top !== undefined && more.length === 0) return { commonDir, gitDir, top };
  const alone = await ask(git, "--path-format=absolute", "--git-common-dir");
  if (alone === undefined) return undefined;
  const [inner, outer] = await Promise.all([ask(git, "--absolute-git-dir"), ask(git, "--show-toplevel")]);
  return { commonDir: alone, gitDir: inner, top: outer };
}

/** Undefined if there is none. */
async function ask(git: Git, ...what: readonly string[]): Promise<string | undefined> {
  try {
    return (await git(["rev-parse", ...what])).text;
  } catch (error) {
    if (error instanceof GitError && /not a git repository|must be run in a work tree/.test(error.said))
      return undefined;
    throw error;
  }
}

/** What git's settings say about the user. The last one of a name counts. */
async function settingsOf(git: Git): Promise<ReadonlyMap<string, string>> {
  const { text } = await git(["config", "-z", "--get-regexp", "^user\\.(name|email)$"], { answers: [1] });
  const lines = text.split("\0").map((line) => /^user\.(\w+)\n(.*)$/s.exec(line));
  return new Map(lines.flatMap((found) => (found ? [[found[1] ?? "", found[2] ?? ""]] : [])));
}

function identityOf(env: Environment, name?: string, email?: string): Author | undefined {
  const identity = { name: env.GIT_AUTHOR_NAME || name, email: env.GIT_AUTHOR_EMAIL || email };
  if (!identity.name?.trim() || !identity.email?.trim()) return undefined;
  return { name: identity.name, email: identity.email };
}

/** A repository in which a team can work. */
export interface ReadyRepository extends Repository {
  readonly top: string;
  readonly head: string;
  readonly identity: Author;
}

/** The repository if it is ready, otherwise a Fault that says what to type. */
export function readyRepository(repository: Repository | undefined): ReadyRepository {
  if (repository === undefined)
    throw new Fault(
      "repository.missing",
      'This folder is not in a git repository. To make it one, type:\n  git init\n  git add -A\n  git commit -m "First commit"',
    );
  const { top, head, identity } = repository;
  if (top === undefined)
    throw new Fault(
      "repository.unready",
      `There is no checkout here, only git's own folder ${repository.commonDir}. Go to the project's folder, or make a checkout:\n  git worktree add ../checkout`,
    );
  const lacking = [
    ...(identity === undefined
      ? ['git config --global user.name "Your Name"', "git config --global user.email you@example.com"]
      : []),
    ...(head === undefined ? ["git add -A", 'git commit --allow-empty -m "First commit"'] : []),
  ];
  if (identity === undefined || head === undefined) {
    const why = [
      ...(identity === undefined ? ["git does not know who you are"] : []),
      ...(head === undefined ? ["the repository has no commit yet"] : []),
    ].join(", and ");
    throw new Fault(
      "repository.unready",
      `Before the team can work: ${why}. Type:\n${lacking.map((line) => `  ${line}`).join("\n")}`,
    );
  }
  return { ...repository, top, head, identity };
}

/** `2.39.5` of the git on the PATH. */
export async function gitVersion(from: string, env: Environment): Promise<string> {
  const { text } = await gitAt({ cwd: from, env })(["version"]);
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? text;
}
