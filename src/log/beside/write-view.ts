import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "../errno.ts";
import { isUnwritable, unwritable } from "./unwritable.ts";
import { writeTemporary } from "./write-temporary.ts";

/** Writes a file beside the log that shows a part of it. The file is complete or absent; an up-to-date one stays. */
export async function writeView(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  const bytes = Buffer.from(text);
  try {
    if ((await readIfThere(path))?.equals(bytes)) return path;
    await rename(await writeTemporary(path, bytes), path);
    return path;
  } catch (cause) {
    if (!isUnwritable(cause) && !isErrno(cause, "EISDIR", "ENOTEMPTY", "EEXIST")) throw cause;
    throw unwritable("A file of the session", path, "The log holds everything that it would show.", cause);
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}
