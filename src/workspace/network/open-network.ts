import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Reachable } from "./hosts.ts";
import type { OwnProxy } from "./own-proxy.ts";
import { createProxy, type Resolve } from "./proxy.ts";

/** What a command can reach while it runs. */
export interface Network {
  /** Ports of the inside. Each leads to the socket in the folder that has its name. */
  readonly ports: readonly number[];
  /** The one at which the proxy listens, if there is one. */
  readonly proxy?: number;
  /** Destinations that were refused, and ports where nobody listened, each with the reason. */
  refused(): readonly string[];
  close(): Promise<void>;
}

/** How this machine reaches others. */
export interface Outside {
  /** Left out: as the system resolves names. */
  readonly resolve?: Resolve;
  /** The person's own proxy, if there is one. */
  readonly own?: OwnProxy;
}

const usualProxy = 3128;

/** Settles when this command may use the named ports of this machine. Left out: at once. */
export type PortTurn = () => Promise<unknown>;

/** Undefined: nothing is to be reached, as usual. `folder` is private to this command, and shown inside. */
export async function openNetwork(
  folder: string,
  reachable: Reachable,
  { resolve = addressesOf, own }: Outside = {},
  turn: PortTurn = async () => {},
): Promise<Network | undefined> {
  const { hosts, ports } = reachable;
  if (hosts.length === 0 && ports.length === 0) return undefined;
  await mkdir(folder, { recursive: true });
  const told = new Set<string>();
  const sockets = new Sockets(await open(folder, "r"));
  const network = { ports, refused: () => [...told], close: () => sockets.close() };
  try {
    for (const port of ports) await sockets.listen(portServer(port, told, turn), String(port));
    if (hosts.length === 0) return network;
    const proxy = freeOf(ports);
    const refused = (to: string, why: string) => void told.add(`${to}: ${why}`);
    await sockets.listen(createProxy({ reachable, resolve, refused, ...(own && { own }) }), String(proxy));
    return { ...network, ports: [...ports, proxy], proxy };
  } catch (error) {
    await sockets.close();
    throw error;
  }
}

function freeOf(ports: readonly number[]): number {
  for (let port = usualProxy; ; port += 1) if (!ports.includes(port)) return port;
}

async function addressesOf(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** Leads to a port of this machine, when it is this command's turn. */
function portServer(port: number, told: Set<string>, turn: PortTurn): Server {
  const waits = `port ${port}: another command or check of this machine uses it`;
  return createServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => client.destroy());
    told.add(waits);
    turn().then(
      () => {
        told.delete(waits);
        if (!client.destroyed) lead(client, port, told);
      },
      () => client.destroy(),
    );
  });
}

function lead(client: Socket, port: number, told: Set<string>): void {
  const way = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  const end = () => {
    client.destroy();
    way.destroy();
  };
  client.on("error", end);
  way.on("error", (error) => {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED")
      told.add(`port ${port}: nothing listens there on this machine`);
    end();
  });
  client.pipe(way);
  way.pipe(client);
}

/** Servers at socket files, with every connection that they have. */
class Sockets {
  readonly #folder: FileHandle;
  readonly #servers: Server[] = [];
  readonly #connections = new Set<Socket>();

  constructor(folder: FileHandle) {
    this.#folder = folder;
  }

  async listen(server: Server, name: string): Promise<void> {
    server.on("connection", (socket: Socket) => {
      this.#connections.add(socket);
      socket.on("close", () => this.#connections.delete(socket));
    });
    // The path of a socket has room for about a hundred characters, so the folder is named by its handle.
    server.listen(`/proc/self/fd/${this.#folder.fd}/${name}`);
    await once(server, "listening");
    this.#servers.push(server);
  }

  async close(): Promise<void> {
    for (const socket of this.#connections) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
    await this.#folder.close();
  }
}
