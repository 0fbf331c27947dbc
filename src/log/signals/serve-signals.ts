import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Emitted } from "../../core/ports/signal.ts";
import { isUnwritable } from "../beside/unwritable.ts";
import { isErrno } from "../errno.ts";
import { KeptPrints } from "./kept-prints.ts";
import {
  folderPrefix,
  forgetAddress,
  removeStaleSocket,
  socketName,
  writeAddress,
} from "./signal-address.ts";

/** A viewer this far behind is dropped; it reconnects by itself and continues with what is new. */
const longestQueue = 256 * 1024;

/** On some systems the path of a socket has at most 104 bytes, including its closing zero. */
const longestPath = 103;

export interface SignalSocket {
  emit(emitted: Emitted): void;
  close(): Promise<void>;
}

/**
 * Listens in a private folder below `temporary`, because the path of a socket must be short, and writes its
 * address into `addressFile`. If no socket can be made, viewers see facts only, and the run goes on.
 */
export async function serveSignals(addressFile: string, temporary: string): Promise<SignalSocket> {
  await removeStaleSocket(addressFile);
  const viewers = new Set<Socket>();
  const kept = new KeptPrints();
  const server = createServer((viewer) => {
    viewers.add(viewer);
    for (const emitted of kept.all()) viewer.write(lineOf(emitted));
    viewer.on("error", () => viewer.destroy());
    viewer.on("close", () => viewers.delete(viewer));
    viewer.unref();
    viewer.resume(); // discards whatever it sends
  });
  const address = await listen(server, temporary);
  if (address === undefined) return { emit: () => undefined, close: async () => undefined };
  await writeAddress(addressFile, address);
  return {
    emit(emitted) {
      kept.note(emitted);
      if (viewers.size === 0) return;
      const line = lineOf(emitted);
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

function lineOf(emitted: Emitted): string {
  return `${JSON.stringify(emitted)}\n`;
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
