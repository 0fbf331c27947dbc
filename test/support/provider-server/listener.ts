import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on loopback that can be shut and opened again on the same port. Nothing of it outlives `close`. */
export class Listener {
  readonly #handle: RequestListener;
  #server: Server | undefined;
  #port = 0;

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    if (this.#server) return;
    const server = createServer({ keepAliveTimeout: 60_000 }, this.#handle);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    // A server that listens on a port has an address of this kind.
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Connections are refused from now on, and those that stand are closed. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}
