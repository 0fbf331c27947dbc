import { readFile } from "node:fs/promises";
import { Fault } from "../core/fault.ts";
import { machineFault } from "../core/system-fault.ts";

/** A file's text. Undefined: there is no file. Any other error is a fault that names the file. */
export async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const machine = machineFault(error);
    if (machine) throw machine;
    throw new Fault("config.invalid", `Huddle cannot read ${path}: ${reasons[code ?? ""] ?? code}.`, {
      cause: error,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you have no permission",
  EPERM: "you have no permission",
  EISDIR: "it is a folder",
  ELOOP: "it is a link that points back to itself",
};
