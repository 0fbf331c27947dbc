import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { askWindow } from "./ask-window.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What a server can do instead of an answer. */
const silences: readonly [string, (response: ServerResponse) => void][] = [
  ["says nothing at all", () => {}],
  ["says nothing behind its headers", (response) => response.writeHead(200).flushHeaders()],
  ["stops in the middle", (response) => response.writeHead(200).write('{"data":[')],
  [
    "never comes to its end",
    (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(timer));
    },
  ],
];

test.each(silences)(
  "10.25: a server that %s is not waited for, whenever memory is tidied up",
  async (_, silence) => {
    const server = createServer((__, response) => silence(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const tidying = setInterval(collectGarbage, 20);
    onTestFinished(() => clearInterval(tidying));
    // A server that listens on a port has an address with one.
    const { port } = server.address() as AddressInfo;
    const endpoint = { name: "mine", wire: "compatible", baseUrl: `http://127.0.0.1:${port}/v1` } as const;
    const asking = { fetch, signal: new AbortController().signal, timeoutMs: 300 };
    expect(await askWindow(endpoint, "m", asking)).toBeUndefined();
  },
  10_000,
);
