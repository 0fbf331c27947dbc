/** Whether the operating system refused, with one of these codes if any are given. */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return codes.length === 0 || codes.includes(error.code);
}

/** What the operating system's refusal means for a person, as a sentence. */
export function reasonOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC")) return "the disk is full.";
  if (isErrno(cause, "EDQUOT")) return "your disk quota is used up.";
  if (isErrno(cause, "EROFS")) return "the disk is read-only.";
  if (isErrno(cause, "EACCES", "EPERM", "EBADF")) return "you have no permission.";
  if (isErrno(cause, "EMFILE", "ENFILE")) return "too many files are open. Raise the limit: ulimit -n 4096";
  if (isErrno(cause, "EISDIR")) return "it is a folder.";
  return cause instanceof Error ? `${cause.message}.` : `${String(cause)}.`;
}
