import { Fault } from "../../core/fault.ts";
import { pause } from "../processes/pause.ts";
import { GitError, isRace } from "./git-error.ts";
import type { Git } from "./run-git.ts";

const tries = 6;

/**
 * Points a ref of Huddle's own at an object, so that `git gc` keeps it and all it needs. False if the object is gone.
 * `since`: a commit that is held already; everything that the object has beyond it is looked for as well, because a gc
 * may have removed some of it just before.
 */
export async function hold(git: Git, ref: string, object: string, since?: string): Promise<boolean> {
  if (!ref.startsWith("refs/huddle/")) throw new Error(`"${ref}" is not a ref of Huddle's own`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await git(["update-ref", "--no-deref", ref, object]);
      break;
    } catch (error) {
      if (isGone(error)) return false;
      if (!isRace(error) || attempt === tries) throw error;
      await pause(10 * 2 ** attempt);
    }
  }
  return since === undefined || isWhole(git, object, since);
}

async function isWhole(git: Git, object: string, since: string): Promise<boolean> {
  try {
    await git(["rev-list", "--objects", "--quiet", object, `^${since}`]);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Git's words for an object that is not there. */
function isGone(error: unknown): boolean {
  return (
    error instanceof GitError &&
    /nonexistent object|not a valid SHA1|bad object|missing (blob|tree|commit) object|unable to read|could not read|bad revision/i.test(
      error.said,
    )
  );
}

/** Holds each object by its ref, and asks git only about those that are not held yet. What is gone stays unheld. */
export async function holdAll(git: Git, wanted: Readonly<Record<string, string>>): Promise<void> {
  const refs = Object.keys(wanted);
  if (refs.length === 0) return;
  const held = new Map((await refsBelow(git, "refs/huddle")).map(({ name, object }) => [name, object]));
  for (const ref of refs) {
    const object = wanted[ref];
    if (object !== undefined && object !== "" && held.get(ref) !== object) await hold(git, ref, object);
  }
}

/**
 * Lets go of everything that refs below these hold. A branch that is checked out somewhere stays. Deleting needs the
 * lock of all packed refs, which `git gc` holds for a moment, too.
 */
export async function release(git: Git, ...prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes)
    if (!/^refs\/(heads\/)?huddle\/./.test(prefix))
      throw new Error(`"${prefix}" is not a ref of Huddle's own`);
  const refs = (await refsBelow(git, ...prefixes)).filter(
    ({ name, checkedOutAt }) => isOwn(name) && checkedOutAt === undefined,
  );
  if (refs.length === 0) return;
  const input = refs.map(({ name }) => `option no-deref\ndelete ${name}\n`).join("");
  for (let attempt = 1; ; attempt += 1) {
    try {
      await git(["update-ref", "--stdin"], { input });
      return;
    } catch (error) {
      if (!isRace(error)) throw error;
      if (attempt === tries)
        throw new Fault(
          "repository.unready",
          `Another git command is at work in this repository, so git could not remove ${prefixes.join(" and ")}. Try again when it has ended.`,
          { cause: error },
        );
      await pause(10 * 2 ** attempt);
    }
  }
}

/** Of the branches below a session's name, Huddle makes `main` and one per task. Any other is the person's. */
export function isOwn(ref: string): boolean {
  return !ref.startsWith("refs/heads/") || /^refs\/heads\/huddle\/[^/]+\/(main|t\d+)$/.test(ref);
}

export interface Ref {
  readonly name: string;
  readonly object: string;
  /** The worktree that has this branch checked out. */
  readonly checkedOutAt?: string;
}

export async function refsBelow(git: Git, ...prefixes: readonly string[]): Promise<readonly Ref[]> {
  const format = "--format=%(refname)%00%(objectname)%00%(worktreepath)%00";
  const { text } = await git(["for-each-ref", format, ...prefixes]);
  const fields = text.split("\0");
  const refs: Ref[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [name = "", object = "", path = ""] = fields.slice(at, at + 3);
    refs.push({ name: name.trimStart(), object, ...(path !== "" && { checkedOutAt: path }) });
  }
  return refs;
}
