import { Fault } from "../../core/fault.ts";
import { freeBytes } from "./readings/new-bytes.ts";

/** Whoever needs more than this fails for want of it. */
const leastBytes = 1024 * 1024;

/** What failed on a full disk says nothing about the work. Asked before what it wrote is removed. */
export function assertRoom(folders: readonly string[]): void {
  const full = folders.find((folder) => freeBytes([folder]) < leastBytes);
  if (full === undefined) return;
  throw new Fault(
    "machine.lacking",
    `The disk is full, and a check or set-up failed on it. It wrote to ${full}.\nFree some space on it, then try again.`,
  );
}
