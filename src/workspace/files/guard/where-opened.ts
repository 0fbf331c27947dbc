import { readlinkSync, realpathSync } from "node:fs";
import { unlessMissingNow } from "../../unless-missing.ts";

/** By this path the kernel reaches what is open, whatever stands now at the path by which it was opened. Linux only. */
export function wayThrough(file: number): string {
  return `/proc/self/fd/${file}`;
}

/** True if what was opened at a real path is what stands there, and no link was swapped in on the way to it. */
export function isOpenedAt(file: number, real: string): boolean {
  const opened = unlessMissingNow(() => readlinkSync(wayThrough(file)));
  return (opened ?? unlessMissingNow(() => realpathSync.native(real))) === real;
}
