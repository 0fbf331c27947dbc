import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Emitted } from "../../core/ports/signal.ts";
import { isUnwritable } from "../beside/unwritable.ts";
import { isErrno } from "../errno.ts";
import {
  folderPrefix,
  forgetAddress,
  removeStaleSocket,
  socketName,
  writeAddress,
} from "./signal-address.ts";

/** A viewer that is this far behind is dropped; it comes back by itself and goes on with what is new. */
const longestQueue = 256 * 1024;

/** The path of a socket may have 104 bytes on some systems, its closing zero included. */
const longestPath = 103;

export interface SignalSocket {
  emit(emitted: Emitted): void;
  close(): Promise<void>;
}

/**
 * Listens in a private folder below `temporary`, because the path of a socket must be short, and puts its
 * address into `addressFile`. Where no socket can be made, viewers see facts only, and the run goes on.
 */
export async function serveSignals(addressFile: string, temporary: string): Promise<SignalSocket> {
  await removeStaleSocket(addressFile);
  const viewers = new Set<Socket>();
  const server = createServer((viewer) => {
    viewers.add(viewer);
    viewer.on("error", () => viewer.destroy());
    viewer.on("close", () => viewers.delete(viewer));
    viewer.unref();
    viewer.resume(); // whatever it says is not for us
  });
  const address = await listen(server, temporary);
  if (address === undefined) return { emit: () => undefined, close: async () => undefined };
  await writeAddress(addressFile, address);
  return {
    emit(emitted) {
      if (viewers.size === 0) return;
      const line = `${JSON.stringify(emitted)}\n`;
      for (const viewer of viewers) {
        if (viewer.writableLength > longestQueue) viewer.destroy();
        else viewer.write(line);
      }
    },
    async close() {
      server.close();
      for (const viewer of viewers) viewer.end();
      await forgetAddress(addressFile, address);
      await rm(join(address, ".."), { recursive: true, force: true });
    },
  };
}

async function listen(server: Server, temporary: string): Promise<string | undefined> {
  const parent = [temporary, "/tmp"].find((folder) => addressIn(folder).length <= longestPath) ?? temporary;
  try {
    const address = join(await mkdtemp(join(parent, folderPrefix)), socketName);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(address, resolve);
    });
    server.unref();
    return address;
  } catch (error) {
    if (isUnwritable(error) || isErrno(error, "ENOENT", "EINVAL", "ENAMETOOLONG")) return undefined;
    throw error;
  }
}

function addressIn(folder: string): Buffer {
  return Buffer.from(join(folder, `${folderPrefix}123456`, socketName));
}
