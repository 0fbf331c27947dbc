import type { Writable } from "node:stream";

/** Where a command prints. A reader that goes away (`show | head`) is not a failure: the rest is dropped. */
export interface Output {
  /** To stdout, as it is but for keys. */
  out(text: string): void;
  /** To stderr, as it is but for keys. */
  err(text: string): void;
  /** Aborts when the reader of stdout has gone away: nobody sees what is printed from now on. */
  readonly gone: AbortSignal;
  /** Resolves when stdout can take more or its reader has gone away. Keeps long streams out of memory. */
  drained(): Promise<void>;
}

/**
 * `redact` takes out keys: nothing that is printed holds one, wherever it came from. `onFailure`: stdout cannot take
 * what is printed, for instance because the disk is full.
 */
export function openOutput(
  stdout: Writable,
  stderr: Writable,
  redact: (text: string) => string,
  onFailure: (error: Error) => void,
): Output {
  const gone = new AbortController();
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    gone.abort();
    if (!isClosedPipe(error)) onFailure(error);
  });
  stderr.on("error", () => {}); // there is nowhere left to say so
  return {
    out: (text) => {
      if (!gone.signal.aborted) stdout.write(redact(text));
    },
    err: (text) => {
      stderr.write(redact(text));
    },
    gone: gone.signal,
    async drained() {
      if (gone.signal.aborted || !stdout.writableNeedDrain) return;
      await new Promise<void>((resolve) => {
        stdout.once("drain", resolve);
        gone.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    },
  };
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  // EIO: the terminal itself was closed.
  return ["EPIPE", "EIO", "ERR_STREAM_DESTROYED"].includes(error.code ?? "");
}
