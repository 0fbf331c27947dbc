import { Fault } from "../../core/fault.ts";
import { pause } from "../processes/pause.ts";
import { GitError } from "./git-error.ts";
import { resolve } from "./git-objects.ts";
import type { Git } from "./run-git.ts";

const tries = 6;

/**
 * A real fast-forward in the person's own checkout: if it would overwrite a changed, untracked or ignored file, git
 * refuses and nothing is lost.
 */
export async function fastForward(git: Git, path: string, commit: string): Promise<void> {
  const merge = ["merge", "--ff-only", "--no-overwrite-ignore", "--no-autostash", "--no-verify-signatures"];
  for (let attempt = 1; ; attempt += 1) {
    const there: Git = (args, call) => git(args, { ...call, cwd: path, theirs: true });
    const head = await resolve(there, "HEAD");
    if (head === commit) return;
    try {
      // Git changes the files before it moves the branch. If it could not move it then, the checkout would stay dirty.
      if (head !== undefined)
        await there(["update-ref", "--stdin"], {
          input: `start\nupdate HEAD ${head} ${head}\nprepare\nabort\n`,
        });
      await there([...merge, "--no-stat", "--quiet", commit]);
      return;
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      if (!isLocked(error) || attempt === tries) throw inWords(error, path, commit);
      await pause(10 * 2 ** attempt);
    }
  }
}

/** Moves the branch that is checked out at `path` back, with its files. Git refuses where a change would be lost. */
export async function moveBack(git: Git, path: string, commit: string): Promise<void> {
  try {
    await git(["reset", "--keep", "--quiet", commit], { cwd: path, theirs: true });
  } catch (error) {
    if (error instanceof GitError) throw inWords(error, path, commit);
    throw error;
  }
}

function isLocked(error: GitError): boolean {
  return /index\.lock': File exists|cannot lock ref/.test(error.said);
}

function inWords(error: GitError, path: string, commit: string): Error {
  const said = error.said.trim();
  const fault = (code: "repository.unready" | "branch.moved" | "worktree.dirty", text: string) =>
    new Fault(code, text, { cause: error });
  if (isLocked(error))
    return fault(
      "repository.unready",
      `Another git command is running in ${path}. Try again when it has ended. If none is running, remove the lock that git names:\n${said}`,
    );
  if (/would be overwritten|not uptodate/.test(said))
    return fault(
      "worktree.dirty",
      `Files in ${path} are in the way and were left alone. Move or commit them, then try again:\n${said}`,
    );
  if (/not possible to fast-forward|diverging branches/i.test(said))
    return fault(
      "branch.moved",
      `The branch in ${path} has moved on and cannot be fast-forwarded to ${commit}.`,
    );
  if (/not concluded|unmerged files|unfinished|in the middle/i.test(said))
    return fault(
      "worktree.dirty",
      `A git operation is unfinished in ${path}. Finish or abort it, then try again:\n${said}`,
    );
  return error;
}
