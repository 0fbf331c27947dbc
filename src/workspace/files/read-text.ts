import type { FileHandle } from "node:fs/promises";
import type { FileRead } from "../../core/ports/files.ts";
import { type Allowed, denied } from "./guard/guard-path.ts";
import { openGuarded, swapped } from "./guard/open-guarded.ts";

/** Files above this size are not read. */
export const mostBytes = 1024 * 1024;

/** Reads a file that the guard has allowed. A file swapped in since then is noticed after opening. */
export async function readText(place: Allowed, most = mostBytes): Promise<FileRead> {
  const file = await openGuarded(place);
  if ("kind" in file) return file;
  try {
    const now = await file.stat();
    if (!now.isFile()) return swapped(place);
    if (now.size > most) return denied(tooLarge(place.shown, now.size, most));
    const bytes = await beginning(file, most);
    if (bytes.length > most) return denied(tooLarge(place.shown, bytes.length, most));
    const read = textOf(bytes, place.shown);
    const isExecutable = (now.mode & 0o100) !== 0;
    return read.kind === "text" && isExecutable ? { ...read, executable: true } : read;
  } finally {
    await file.close();
  }
}

/** At most one byte more than allowed, however fast the file grows. */
async function beginning(file: FileHandle, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.createReadStream({ start: 0, end: most, autoClose: false }))
    chunks.push(chunk);
  return Buffer.concat(chunks);
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
