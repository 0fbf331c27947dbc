import { readdir } from "node:fs/promises";
import { Fault } from "../../core/fault.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { GitError } from "./git-error.ts";
import type { Git } from "./run-git.ts";

/** The names that a new session would use. */
export interface WantedNames {
  /** Left out: only whether any session could have branches here. */
  readonly session?: string;
  /** Where the session's worktrees would be. */
  readonly folder?: string;
}

/**
 * Throws a Fault with the way out if git cannot make the branches of a session of this name, or if something is left
 * of an earlier session of this name. Changes nothing.
 */
export async function assertFree(git: Git, { session, folder }: WantedNames): Promise<void> {
  const [refs, isSame] = await Promise.all([refsOf(git), comparison(git)]);
  const found = (name: string) => refs.find((ref) => isSame(ref, name));
  const root = found("refs/heads/huddle");
  if (root !== undefined) throw await inTheWay(git, root);
  if (session === undefined) return assertMakeable(git, "refs/heads/huddle/a-session/main");
  const whole = found(`refs/heads/huddle/${session}`);
  if (whole !== undefined) throw await inTheWay(git, whole);
  const places = [`refs/heads/huddle/${session}/`, `refs/huddle/${session}/`];
  const left = refs.filter((ref) => places.some((place) => isSame(ref.slice(0, place.length), place)));
  const worktrees = folder !== undefined && (await holdsAnything(folder)) ? [folder] : [];
  if (left.length > 0 || worktrees.length > 0) throw leftOver(session, left, worktrees);
  await assertMakeable(git, `refs/heads/huddle/${session}/main`);
}

/** Every branch, and every ref of Huddle's own, packed or not. */
async function refsOf(git: Git): Promise<readonly string[]> {
  const { text } = await git(["for-each-ref", "--format=%(refname)", "refs/heads", "refs/huddle"]);
  return text === "" ? [] : text.split("\n");
}

/** Where the file system does not tell capitals from small letters, neither can branches. */
async function comparison(git: Git): Promise<(a: string, b: string) => boolean> {
  const { text } = await git(["config", "--type=bool", "core.ignorecase"], { answers: [1] });
  return text === "true" ? (a, b) => a.toLowerCase() === b.toLowerCase() : (a, b) => a === b;
}

async function holdsAnything(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}

/**
 * Lets git prepare the branch and take it back. This finds what no list shows: broken refs, links to nothing, and
 * folders that cannot be written.
 */
async function assertMakeable(git: Git, ref: string): Promise<void> {
  const input = `start\ncreate ${ref} HEAD\nprepare\nabort\n`;
  try {
    await git(["update-ref", "--stdin"], { input });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const blocking = blockingRef(error.said);
    if (blocking !== undefined) throw await inTheWay(git, blocking);
    throw new Fault(
      "repository.unready",
      `Git cannot make Huddle's branches, which are called huddle/<session>/…: ${error.said.trim()}`,
      { cause: error },
    );
  }
}

/** The ref that git says is in the way of another one. */
export function blockingRef(said: string): string | undefined {
  return /'(refs\/[^']+)' exists; cannot create/.exec(said)?.[1];
}

/** Git keeps branches as paths: no branch can be both a name and the beginning of another name. */
export async function inTheWay(git: Git, ref: string): Promise<Fault> {
  const name = ref.replace(/^refs\/heads\//, "");
  const link = await git(["symbolic-ref", "--quiet", ref], { answers: [1, 128] });
  const [advice, command] =
    link.exit === 0
      ? ["It only points to another branch. Remove it", `git symbolic-ref -d ${shellWord(ref)}`]
      : [
          "Give it another name",
          `git branch -m ${shellWord(name)} ${shellWord(`${name.replaceAll("/", "-")}-renamed`)}`,
        ];
  return new Fault(
    "repository.unready",
    `There is a branch called ${name}, so git cannot make Huddle's branches, which are called huddle/<session>/…
${advice}, then try again:
  ${command}`,
  );
}

const mostShown = 12;

function leftOver(session: string, refs: readonly string[], worktrees: readonly string[]): Fault {
  const branches = refs.flatMap((ref) => /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? []);
  const others = refs.filter((ref) => !ref.startsWith("refs/heads/"));
  const all = [...branches, ...others, ...worktrees];
  const more = all.length > mostShown ? [`  and ${all.length - mostShown} more`] : [];
  const removing = [
    ...(branches.length > 0 ? [`  git branch -D ${branches.map(shellWord).join(" ")}`] : []),
    ...others.map((ref) => `  git update-ref -d ${shellWord(ref)}`),
    ...worktrees.map((path) => `  rm -r ${shellWord(path)} && git worktree prune`),
  ];
  return new Fault(
    "repository.unready",
    `An earlier session was also called ${session}. Its log is gone, but this is left of it:
${[...all.slice(0, mostShown).map((one) => `  ${one}`), ...more].join("\n")}
Start with another title, or, if you no longer need any of this, remove it and try again:
${removing.join("\n")}`,
  );
}
