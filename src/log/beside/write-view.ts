import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "../errno.ts";
import { isUnwritable, unwritable } from "./unwritable.ts";
import { writeTemporary } from "./write-temporary.ts";

/** A file beside the log that shows a part of it. Under its name it is whole or not there; one that fits is left alone. */
export async function writeView(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  const bytes = Buffer.from(text);
  try {
    if ((await readIfThere(path))?.equals(bytes)) return path;
    await rename(await writeTemporary(path, bytes), path);
    return path;
  } catch (cause) {
    if (!isUnwritable(cause) && !isErrno(cause, "EISDIR", "ENOTEMPTY", "EEXIST")) throw cause;
    throw unwritable("A file of the session", path, "The log has all that it would show.", cause);
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
