import { Fault } from "../core/fault.ts";
import { isErrno } from "./errno.ts";

/** For a write or sync that failed. Whatever part of it stands in the file does not count, and harms nobody. */
export function unwritableLog(path: string, what: "write" | "sync", cause: unknown): Fault {
  const known =
    what === "sync"
      ? "What was just recorded can be read, but the disk did not confirm it, and a power cut may take it."
      : "What was recorded before is whole.";
  return new Fault(
    "log.unwritable",
    `The session log could not be written: ${reasonOf(cause)}\n${path}\n${known} ${adviceOf(cause)}`,
    { cause },
  );
}

function reasonOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC")) return "the disk is full.";
  if (isErrno(cause, "EDQUOT")) return "your share of the disk is used up.";
  if (isErrno(cause, "EROFS")) return "the disk is read-only.";
  if (isErrno(cause, "EACCES", "EPERM", "EBADF")) return "you may not write this file.";
  return cause instanceof Error ? `${cause.message}.` : `${String(cause)}.`;
}

function adviceOf(cause: unknown): string {
  if (isErrno(cause, "ENOSPC", "EDQUOT")) return "Free some space, then run the command again.";
  if (isErrno(cause, "EROFS", "EACCES", "EPERM", "EBADF")) {
    return "Make it writable for you, then run the command again.";
  }
  return "Look at the disk, then run the command again.";
}
