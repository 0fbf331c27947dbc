import { type FileHandle, readlink, realpath } from "node:fs/promises";
import { unlessMissing } from "../../unless-missing.ts";

/** By this path the kernel reaches what is open, whatever stands now at the path by which it was opened. Linux only. */
export function wayThrough(file: FileHandle): string {
  return `/proc/self/fd/${file.fd}`;
}

/** True if what was opened at a real path is what stands there, and no link was swapped in on the way to it. */
export async function isOpenedAt(file: FileHandle, real: string): Promise<boolean> {
  const opened = await unlessMissing(readlink(wayThrough(file)));
  return (opened ?? (await unlessMissing(realpath(real)))) === real;
}
