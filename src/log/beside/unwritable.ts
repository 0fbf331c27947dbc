import { Fault } from "../../core/fault.ts";
import { isErrno, reasonOf } from "../errno.ts";

/** What the operating system says when a disk cannot take more, for whatever reason. */
export function isUnwritable(error: unknown): boolean {
  return isErrno(error, "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EBADF", "EIO", "EFBIG");
}

/** `known` says what this means for the person's work. */
export function unwritable(what: string, path: string, known: string, cause: unknown): Fault {
  const message = `${what} could not be written: ${reasonOf(cause)}\n${path}\n${known} ${adviceOf(cause)}`;
  return new Fault("log.unwritable", message, { cause });
}

function adviceOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC", "EDQUOT")) return "Free some space, then run the command again.";
  if (isErrno(cause, "EROFS", "EACCES", "EPERM", "EBADF")) {
    return "Make it writable for you, then run the command again.";
  }
  return "Check the disk, then run the command again.";
}
