import { Fault } from "../../core/fault.ts";
import { pause } from "../processes/pause.ts";
import { blockingRef, inTheWay } from "./assert-free.ts";
import { GitError, isRace } from "./git-error.ts";
import type { Git } from "./run-git.ts";

const tries = 6;

/** Compare-and-set of a ref. Repeating it after it succeeded also succeeds. */
export async function moveRef(
  git: Git,
  ref: string,
  to: string,
  was: string | null,
): Promise<"moved" | "differs"> {
  if (!ref.startsWith("refs/")) throw new Error(`"${ref}" is not the full name of a ref`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      // An empty old value means that the ref must not exist.
      await git(["update-ref", "--no-deref", "-m", "huddle", ref, to, was ?? ""]);
      return "moved";
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      // Asked only now, because it usually is where it was left.
      const now = await valueOfRef(git, ref);
      if (now === to) return "moved";
      if (now !== (was ?? undefined)) return "differs";
      const blocking = blockingRef(error.said);
      if (blocking !== undefined) throw await inTheWay(git, blocking);
      if (!isRace(error)) throw error;
      if (attempt === tries)
        throw new Fault("repository.unready", `Git would not move ${ref}: ${error.said.trim()}`, {
          cause: error,
        });
      await pause(10 * 2 ** attempt);
    }
  }
}

/** Deletes a ref that is still there. One that is gone already counts as deleted. */
export async function deleteRef(git: Git, ref: string, was: string): Promise<"deleted" | "differs"> {
  if (!ref.startsWith("refs/heads/")) throw new Error(`"${ref}" is not a branch`);
  try {
    await git(["update-ref", "--no-deref", "-d", ref, was]);
    return "deleted";
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const now = await valueOfRef(git, ref);
    if (now === undefined) return "deleted";
    if (now !== was) return "differs";
    throw error;
  }
}

async function valueOfRef(git: Git, ref: string): Promise<string | undefined> {
  const { exit, text } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", ref], {
    answers: [1],
  });
  return exit === 0 ? text : undefined;
}
