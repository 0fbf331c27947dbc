import { connect, createServer, type Socket } from "node:net";

export type Release = () => void;

/**
 * Waits until no other process of this person on this machine holds any of these ports, and holds them. What holds one is
 * a listening socket without a file: the kernel takes it away with its process, however that ends, and who waits learns
 * of it. Only Linux has those; elsewhere processes do not wait for each other.
 */
export async function holdPorts(ports: readonly number[], signal: AbortSignal): Promise<Release> {
  const held: Release[] = [];
  const release = () => {
    for (const one of held.splice(0)) one();
  };
  if (process.platform !== "linux") return release;
  try {
    // All in one order, so that no two wait for each other.
    for (const port of [...new Set(ports)].sort((a, b) => a - b)) held.push(await hold(nameOf(port), signal));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function nameOf(port: number): string {
  return `\0huddle/${process.getuid?.() ?? 0}/port/${port}`;
}

async function hold(name: string, signal: AbortSignal): Promise<Release> {
  for (;;) {
    signal.throwIfAborted();
    const release = await listen(name);
    if (release) return release;
    await untilFree(name, signal);
  }
}

/** Undefined: another one holds it. */
function listen(name: string): Promise<Release | undefined> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => waiting.delete(socket));
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen({ path: name }, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

/** A connection lasts as long as the other one holds it. */
function untilFree(name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ path: name });
    const stop = () => void socket.destroy();
    signal.addEventListener("abort", stop, { once: true });
    socket.on("error", () => {});
    socket.on("close", () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    socket.resume();
  });
}
