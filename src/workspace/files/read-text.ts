import { closeSync, fstatSync, readSync } from "node:fs";
import type { FileRead } from "../../core/ports/files.ts";
import { type Allowed, denied } from "./guard/guard-path.ts";
import { openGuarded, swapped } from "./guard/open-guarded.ts";

/** Files above this size are not read. */
export const mostBytes = 1024 * 1024;

/** Reads a file that the guard has allowed. A file swapped in since then is noticed after opening. */
export function readText(place: Allowed, most = mostBytes): FileRead {
  const file = openGuarded(place);
  if (file.kind !== "open") return file;
  try {
    const now = fstatSync(file.fd);
    if (!now.isFile()) return swapped(place);
    if (now.size > most) return denied(tooLarge(place.shown, now.size, most));
    const bytes = beginning(file.fd, now.size);
    if (bytes.length > now.size) return swapped(place);
    const read = textOf(bytes, place.shown);
    const isExecutable = (now.mode & 0o100) !== 0;
    return read.kind === "text" && isExecutable ? { ...read, executable: true } : read;
  } finally {
    closeSync(file.fd);
  }
}

/** So many bytes, and one more if the file has grown. */
function beginning(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size + 1);
  for (let filled = 0; ; ) {
    const count = readSync(fd, bytes, filled, bytes.length - filled, filled);
    filled += count;
    if (count === 0) return bytes.subarray(0, filled);
  }
}

export function tooLarge(shown: string, size: number, most = mostBytes): string {
  const instead = most === mostBytes ? " Search in it instead." : "";
  return `${shown} has ${size} bytes or more; files above ${most} bytes are not read.${instead}`;
}

/** Whole or not at all, so that writing the text back gives the same bytes. */
export function textOf(bytes: Buffer, shown: string): FileRead {
  if (bytes.includes(0)) return denied(`${shown} is a binary file.`);
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return denied(`${shown} is not UTF-8 text, so it is treated as a binary file.`);
  }
}
