import { statSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname } from "node:path";
import type { Emitted } from "../../core/ports/signal.ts";
import { FileWatch } from "../file/file-watch.ts";
import { connectTo, readAddress } from "./signal-address.ts";

/** A line longer than this is not one of ours. */
const longestLine = 4 * 1024 * 1024;

/** How long a dropped viewer waits before it returns, so that it does not flood a server that drops everybody. */
const returnMs = 100;

/** How long to wait before trying an address again that did not answer: its runner may have been busy. */
const tryAgainMs = 1000;

/** The signals of the present runner, and of each one after it, until the signal aborts. */
export async function* followSignals(addressFile: string, signal: AbortSignal): AsyncIterable<Emitted> {
  let seen = "";
  let last: string | undefined;
  const read = () => {
    seen = identityOf(addressFile);
    return readAddress(addressFile);
  };
  const watch = new FileWatch(dirname(addressFile), () => identityOf(addressFile) !== seen);
  try {
    while (!signal.aborted) {
      const address = await read();
      const socket = address === undefined ? undefined : await connectTo(address);
      if (socket && address !== undefined) {
        const signals = readUntilReplaced(socket, () => movedAway(read, address, watch, socket), signal);
        // Who comes back to the same runner has seen what it kept.
        for await (const emitted of signals) if (!emitted.kept || address !== last) yield emitted;
        last = address;
        if (address === (await read())) await pause(returnMs, signal);
      } else if (address !== undefined) {
        await Promise.race([watch.next(signal), pause(tryAgainMs, signal)]);
      } else {
        await watch.next(signal);
      }
    }
  } finally {
    watch.close();
  }
}

/** Differs for each new file, even when two are made within one tick of the clock. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.ctimeMs} ${found.mtimeMs}` : "";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

/** Resolves when the socket is closed. Closes it when a later runner has put another address. */
async function movedAway(
  read: () => Promise<string | undefined>,
  address: string,
  watch: FileWatch,
  socket: Socket,
): Promise<void> {
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  while (!socket.destroyed) {
    const now = await read();
    if (now !== undefined && now !== address) socket.destroy();
    else await watch.next(closed.signal);
  }
}

async function* readUntilReplaced(
  socket: Socket,
  replaced: () => Promise<void>,
  signal: AbortSignal,
): AsyncIterable<Emitted> {
  const stop = () => socket.destroy();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const watching = replaced();
  try {
    yield* readSignals(socket);
  } finally {
    signal.removeEventListener("abort", stop);
    socket.destroy();
    await watching;
  }
}

/** Takes only as much from the socket as its reader takes, so that the server can drop a slow reader. */
async function* readSignals(socket: Socket): AsyncIterable<Emitted> {
  socket.setEncoding("utf8");
  let rest = "";
  const chunks: AsyncIterator<string> = socket[Symbol.asyncIterator]();
  for (;;) {
    // A broken connection counts as ended: what was in it is lost, as signals may be.
    const next = await chunks.next().catch(() => ({ done: true, value: undefined }) as const);
    if (next.done === true) return;
    const lines = (rest + next.value).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) return;
    for (const line of lines) {
      const emitted = parseSignal(line);
      if (emitted) yield emitted;
    }
  }
}

function parseSignal(line: string): Emitted | undefined {
  try {
    const value: unknown = JSON.parse(line);
    // A Huddle on this machine wrote it. The viewer ignores a type that it does not know.
    if (typeof value === "object" && value !== null && "after" in value && "signal" in value)
      return value as Emitted;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return undefined;
}
