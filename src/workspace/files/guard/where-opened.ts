import { readlinkSync, realpathSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { unlessMissingNow } from "../../unless-missing.ts";

/** By this path the kernel reaches what is open, whatever stands now at the path by which it was opened. Linux only. */
export function wayThrough(file: FileHandle): string {
  return `/proc/self/fd/${file.fd}`;
}

/** True if what was opened at a real path is what stands there, and no link was swapped in on the way to it. */
export function isOpenedAt(file: FileHandle, real: string): boolean {
  const opened = unlessMissingNow(() => readlinkSync(wayThrough(file)));
  return (opened ?? unlessMissingNow(() => realpathSync.native(real))) === real;
}
