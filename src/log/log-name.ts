import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "./errno.ts";
import type { Damage } from "./file/damage.ts";

export const logName = "log.jsonl";

/**
 * Why a log without a single byte is damaged: files beside it show that the session had begun. Undefined: it has
 * content, or a kill came before the first event.
 */
export async function whyEmptied(folder: string): Promise<Damage | undefined> {
  const size = await sizeOf(join(folder, logName));
  if (size !== undefined && size > 0) return undefined;
  const beside = (await readdir(folder)).filter((name) => name !== logName);
  if (beside.length === 0) return undefined;
  const reason = size === undefined ? "the file is gone" : "the file is empty";
  return { line: 0, reason: `${reason}, but the session had begun: there is ${beside.sort().join(", ")}` };
}

/** In bytes; undefined: there is no log. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (!isErrno(error, "ENOENT")) throw error;
  });
  return found?.size;
}
