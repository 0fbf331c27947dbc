import { closeSync, fsync, openSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { isErrno } from "../errno.ts";

const synced = promisify(fsync);

/** Writes what will go to a path into a file beside it. Two processes may do so at once: each takes a free name. */
export async function writeTemporary(path: string, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const temporary = `${path}.${number}.tmp`;
    try {
      const file = openSync(temporary, "wx");
      try {
        writeFileSync(file, bytes);
        await synced(file);
      } finally {
        closeSync(file);
      }
      return temporary;
    } catch (error) {
      if (!isErrno(error, "EEXIST")) throw error;
    }
  }
}
