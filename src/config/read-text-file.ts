import { readFile } from "node:fs/promises";
import { Fault } from "../core/fault.ts";

/** A file's text. Undefined: there is none. Anything else that is in the way is a fault that names the file. */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Fault("config.invalid", `${path} cannot be read: ${reasons[code ?? ""] ?? code}.`, {
      cause: error,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you have no right to",
  EPERM: "you have no right to",
  EISDIR: "it is a folder",
  ELOOP: "it is a link that leads in a circle",
};
