import { readFile, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { createConnection, type Socket } from "node:net";
import { basename, dirname } from "node:path";
import { isErrno } from "../errno.ts";

/** Where the present runner's socket is; undefined: no runner has said so. */
export async function readAddress(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

export async function writeAddress(file: string, address: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, `${address}\n`, { mode: 0o600 });
  await rename(temporary, file);
}

/** Takes the address away, unless a later runner has put its own there. */
export async function forgetAddress(file: string, address: string): Promise<void> {
  if ((await readAddress(file)) === address) await rm(file, { force: true });
}

/** Undefined: nobody listens there. */
export function connectTo(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.once("connect", () => resolve(socket));
    socket.on("error", () => resolve(undefined)); // later ones end the reading, and that is all
  });
}

export const folderPrefix = "huddle-";
export const socketName = "s";

/** Removes the socket of a runner that was killed. Only what has our own shape, and only when nobody listens. */
export async function removeStaleSocket(file: string): Promise<void> {
  const address = await readAddress(file);
  if (address === undefined || basename(address) !== socketName) return;
  const folder = dirname(address);
  if (!basename(folder).startsWith(folderPrefix)) return;
  const living = await connectTo(address);
  if (living) {
    living.destroy();
    return;
  }
  await unlink(address).catch(ignoreMissing);
  await rmdir(folder).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!isErrno(error, "ENOENT", "ENOTDIR", "ENOTEMPTY", "EACCES", "EPERM")) throw error;
}
