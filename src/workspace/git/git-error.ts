import { Fault } from "../../core/fault.ts";

/** Git failed. A failure that a person can fix becomes a Fault instead. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly exit: number | null;
  readonly said: string;

  constructor(args: readonly string[], exit: number | null, said: string) {
    super(`git ${args.join(" ")} ended with ${exit ?? "a signal"}: ${said.trim() || "no message"}`);
    this.exit = exit;
    this.said = said;
  }
}

/** Another process holds a lock, or is adding or removing a worktree: trying again may help. */
export function isRace(error: unknown): boolean {
  if (!(error instanceof GitError)) return false;
  return /\.lock'?: File exists|cannot lock ref|could not lock|unable to lock|another git process|failed to read .*(commondir|gitdir)|could not (open|create) (directory|leading directories)|already exists|File exists/i.test(
    error.said,
  );
}

export function gitFailure(
  args: readonly string[],
  exit: number | null,
  said: string,
  cwd: string,
): GitError | Fault {
  const cause = new GitError(args, exit, said);
  if (/dubious ownership/.test(said)) {
    const command = /git config --global --add safe\.directory .*/.exec(said)?.[0];
    return new Fault(
      "repository.unready",
      `Git does not trust ${cwd}, because it belongs to another user. If you do, type:\n  ${command ?? `git config --global --add safe.directory ${cwd}`}`,
      { cause },
    );
  }
  if (/No space left on device|Disk quota exceeded/.test(said))
    return new Fault(
      "machine.lacking",
      `The disk is full. Git was at work in ${cwd}: ${said.trim()}\nFree some space on it, then try again.`,
      { cause },
    );
  if (/Too many open files/.test(said))
    return new Fault(
      "machine.lacking",
      `Too many files are open. Git was at work in ${cwd}: ${said.trim()}\nRaise the limit (ulimit -n 4096), then try again.`,
      { cause },
    );
  if (/Read-only file system/.test(said))
    return new Fault(
      "repository.unready",
      `The disk is read-only. Git was at work in ${cwd}: ${said.trim()}\nMake it writable, then try again.`,
      { cause },
    );
  if (/Permission denied/.test(said))
    return new Fault(
      "repository.unready",
      `You have no permission. Git was at work in ${cwd}: ${said.trim()}\nGive yourself the rights to it, then try again.`,
      { cause },
    );
  return cause;
}

/** Tries it, and ignores failures of git and the file system, but no others. */
export async function ifPossible(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const known =
      error instanceof GitError || error instanceof Fault || (error as NodeJS.ErrnoException).syscall;
    if (!known) throw error;
  }
}
