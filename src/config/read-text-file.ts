import { readFile, stat } from "node:fs/promises";
import { Fault } from "../core/fault.ts";
import { machineFault } from "../core/system-fault.ts";

/** No file that people write by hand comes near this. */
const mostBytes = 4 * 1024 * 1024;

/**
 * A file's text. Undefined: there is no file. Any other error is a fault that names the file. It may be a link from
 * somebody else's repository, so what never ends (`/dev/zero`), waits (a pipe) or is huge is not opened.
 */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw cannotRead(path, "it is a folder");
    if (!found.isFile()) throw cannotRead(path, "it is a device, a pipe or a socket, not a file");
    if (found.size > mostBytes) throw cannotRead(path, `it has ${found.size} bytes, and 4 MB are the most`);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw machineFault(error) ?? cannotRead(path, reasons[code ?? ""] ?? `${code}`, error);
  }
}

function cannotRead(path: string, why: string, cause?: unknown): Fault {
  return new Fault("config.invalid", `Huddle cannot read ${path}: ${why}.`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you have no permission",
  EPERM: "you have no permission",
  ELOOP: "it is a link that points back to itself",
};
