import { open } from "node:fs/promises";
import { isErrno } from "../errno.ts";

/** What is to stand at a path, on the disk beside it. Two processes may write the same at once: each takes a free name. */
export async function writeTemporary(path: string, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number += 1) {
    const temporary = `${path}.${number}.tmp`;
    try {
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return temporary;
    } catch (error) {
      if (!isErrno(error, "EEXIST")) throw error;
    }
  }
}
