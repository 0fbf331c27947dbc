import { Fault } from "../../core/fault.ts";
import { isErrno } from "../errno.ts";

/** What the operating system says when a disk cannot take more, for whatever reason. */
export function isUnwritable(error: unknown): boolean {
  return isErrno(error, "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EBADF", "EIO", "EFBIG");
}

/** `known` says what this means for the person's work. */
export function unwritable(what: string, path: string, known: string, cause: unknown): Fault {
  const message = `${what} could not be written: ${reasonOf(cause)}\n${path}\n${known} ${adviceOf(cause)}`;
  return new Fault("log.unwritable", message, { cause });
}

function reasonOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC")) return "the disk is full.";
  if (isErrno(cause, "EDQUOT")) return "your disk quota is used up.";
  if (isErrno(cause, "EROFS")) return "the disk is read-only.";
  if (isErrno(cause, "EACCES", "EPERM", "EBADF")) return "you have no permission.";
  return cause instanceof Error ? `${cause.message}.` : `${String(cause)}.`;
}

function adviceOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC", "EDQUOT")) return "Free some space, then run the command again.";
  if (isErrno(cause, "EROFS", "EACCES", "EPERM", "EBADF")) {
    return "Make it writable for you, then run the command again.";
  }
  return "Check the disk, then run the command again.";
}
