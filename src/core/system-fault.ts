import { Fault } from "./fault.ts";

interface SystemError extends Error {
  readonly code: string;
  readonly path?: string;
  /** Of two files, the second: the copy, the new name. */
  readonly dest?: string;
  readonly syscall?: string;
}

/** What a refusal of the operating system means for a person, as the end of a sentence, and what helps. */
const meanings: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOSPC: ["the disk is full", "Free some space on it, then try again."],
  EDQUOT: ["your disk quota is used up", "Free some space, then try again."],
  EROFS: ["the disk is read-only", "Make it writable, then try again."],
  EMFILE: ["too many files are open", "Raise the limit (ulimit -n 4096), then try again."],
  ENFILE: ["too many files are open on this machine", "Close other programs, then try again."],
  EIO: ["the disk does not work", "Check the disk, then try again."],
  ENOMEM: ["there is not enough memory", "Close other programs, then try again."],
  EAGAIN: ["no more processes can be started", "Close other programs, then try again."],
  EACCES: ["you have no permission", "Give yourself the rights to it, then try again."],
  EPERM: ["you have no permission", "Give yourself the rights to it, then try again."],
};

/** Node makes folders above folders, and calls it "no such file" where the disk is read-only. */
const unmakeable = ["the disk is probably read-only", "Make it writable, then try again."] as const;

function isUnmakeable({ code, syscall }: SystemError): boolean {
  return code === "ENOENT" && syscall === "mkdir";
}

/** Refusals of where something is written. */
const ofDisk = new Set(["ENOSPC", "EDQUOT", "EROFS"]);
const ofPerson = new Set(["EACCES", "EPERM"]);

/** A refusal of the operating system in words for a person, with the path. Undefined: it is something else. */
export function systemFault(error: unknown): Fault | undefined {
  if (!isSystemError(error)) return undefined;
  const meaning = isUnmakeable(error) ? unmakeable : meanings[error.code];
  if (meaning === undefined) return undefined;
  const [reason, advice] = meaning;
  const { syscall = "" } = error;
  const path = (ofDisk.has(error.code) ? error.dest : undefined) ?? error.path;
  const what = syscall.startsWith("spawn")
    ? `A program could not be started (${path ?? syscall.slice("spawn ".length)})`
    : path === undefined
      ? "A file could not be used"
      : `This could not be used: ${path}\nThe reason`;
  return new Fault("machine.lacking", `${what}: ${reason}. ${advice}`, { cause: error });
}

/** The same, for what no work on the project can mend: everything but missing rights to one file. */
export function machineFault(error: unknown): Fault | undefined {
  return isSystemError(error) && ofPerson.has(error.code) ? undefined : systemFault(error);
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
