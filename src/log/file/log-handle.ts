import { fstatSync, readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../../core/fault.ts";
import { syncFolder } from "../beside/sync-folder.ts";
import { isErrno, reasonOf } from "../errno.ts";

/**
 * Everything the log needs from a file. Reading is synchronous: it comes from the page cache, and what a process
 * knows of the log then never changes between two of its own statements. Writing is so, too, because it goes there;
 * only the disk itself is waited for in another thread.
 */
export interface LogHandle {
  /** Reads into `bytes` from `start` on. Returns how many bytes; 0 at the end. */
  read(bytes: Buffer, start: number, position: number): number;
  size(): number;
  /** Makes exactly one write at the end of the file. Fewer bytes than given: the write is torn. */
  write(bytes: Uint8Array): Promise<number>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Fills up with zeros if the file ends early. */
export function readBytes(handle: LogHandle, offset: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let filled = 0; filled < size; ) {
    const count = handle.read(bytes, filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes;
}

/** Makes the file if it is missing. On a read-only disk, reading still works. */
export async function openLogHandle(path: string): Promise<LogHandle> {
  try {
    return await openForAppend(path);
  } catch (cause) {
    if (!isErrno(cause)) throw cause;
    throw new Fault("log.unreadable", `The session log cannot be read: ${reasonOf(cause)}\n${path}`, {
      cause,
    });
  }
}

/** Opens for reading only: the file must exist, and is never made. */
export async function openLogToRead(path: string): Promise<LogHandle> {
  return handleOf(await open(path, "r"));
}

/** `refused`: why the file could not be opened for writing. It can still be read. */
function handleOf(file: FileHandle, refused?: unknown): LogHandle {
  return {
    read: (bytes, start, position) => readSync(file.fd, bytes, start, bytes.length - start, position),
    size: () => fstatSync(file.fd).size,
    write: async (bytes) => {
      if (refused !== undefined) throw refused;
      return writeSync(file.fd, bytes);
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

async function openForAppend(path: string): Promise<LogHandle> {
  let file: FileHandle;
  try {
    file = await open(path, "a+");
  } catch (error) {
    if (!isErrno(error, "EACCES", "EPERM", "EROFS")) throw error;
    return handleOf(await open(path, "r"), error);
  }
  try {
    // A new file survives a power cut only once its folder is synced.
    if ((await file.stat()).size === 0) await syncFolder(dirname(path));
    return handleOf(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}
