import { EventEmitter, once } from "node:events";
import { open as openFile } from "node:fs/promises";
import { createServer, get, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer as createPlain, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import type { Reachable } from "./hosts.ts";
import { type Outside, openNetwork, type PortTurn } from "./open-network.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // it listens at a port
}

const echoes = () =>
  createServer((asked, answer) => answer.end(`${asked.method} ${asked.headers.host} ${asked.url}`));

async function open(
  reachable: Partial<Reachable>,
  names: Readonly<Record<string, readonly string[]>> = {},
  outside: Outside = {},
  turn?: PortTurn,
) {
  const folder = join(await emptyPlace(), "net".repeat(40));
  const all = { hosts: [], privately: [], ports: [], ...reachable };
  const network = await openNetwork(
    folder,
    all,
    { resolve: async (name) => names[name] ?? [], ...outside },
    turn,
  );
  if (!network) throw new Error("nothing is to be reached");
  onTestFinished(() => network.close().catch(() => {}));
  return { network, folder };
}

/** A connection by the folder's handle, as the server has it: the path is longer than a socket's may be. */
async function socketAt(folder: string, port: number | undefined): Promise<Socket> {
  const handle = await openFile(folder, "r");
  onTestFinished(() => handle.close());
  return connect(`/proc/self/fd/${handle.fd}/${port}`);
}

/** What the proxy answers. */
async function ask(folder: string, proxy: number | undefined, url: string): Promise<string> {
  const socket = await socketAt(folder, proxy);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ createConnection: () => socket, path: url, headers: { host: "x" } }, resolve).on("error", reject);
  });
  let text = "";
  for await (const piece of reply) text += piece;
  socket.destroy();
  return `${reply.statusCode} ${text.trim()}`;
}

test("nothing named, nothing opened", async () => {
  expect(await openNetwork("/nowhere", { hosts: [], privately: [], ports: [] })).toBeUndefined();
});

test("named hosts are reached by the address that was looked at, all else is refused and told", async () => {
  const port = await listening(echoes());
  const hosts = [`registry.test:${port}`, `sly.test:${port}`, `gone.test:${port}`, `127.0.0.1:${port}`];
  const { network, folder } = await open(
    { hosts, privately: ["registry.test"] },
    { "registry.test": ["127.0.0.1"], "sly.test": ["127.0.0.1"] },
  );
  const at = (host: string, path = "/a?b=c") => ask(folder, network.proxy, `http://${host}:${port}${path}`);
  expect(await at("registry.test")).toBe(`200 GET registry.test:${port} /a?b=c`);
  expect(await at("127.0.0.1")).toContain("200 GET");
  expect(await at("sly.test")).toMatch(/^403 .*this machine's own network/);
  expect(await at("gone.test")).toMatch(/^403 .*cannot be resolved/);
  expect(await at("other.test")).toMatch(/^403 .*not among the hosts/);
  expect(await ask(folder, network.proxy, "/etc/passwd")).toMatch(/^400 /);
  expect(await ask(folder, network.proxy, "ftp://registry.test/x")).toMatch(/^400 /);
  expect(network.refused().map((line) => line.split(":")[0])).toEqual([
    "sly.test",
    "gone.test",
    "other.test",
  ]);
});

test("a tunnel leads to a named host, and to no other port of it", async () => {
  const port = await listening(echoes());
  const { network, folder } = await open(
    { hosts: [`registry.test:${port}`], privately: ["registry.test"] },
    { "registry.test": ["127.0.0.1"] },
  );
  const tunnel = async (authority: string) => {
    const socket = await socketAt(folder, network.proxy);
    return new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ createConnection: () => socket, method: "CONNECT", path: authority });
      const end = (reply: IncomingMessage) => {
        asked.destroy();
        resolve(reply.statusCode);
      };
      asked.on("connect", end).on("response", end).on("error", reject).end();
    });
  };
  expect(await tunnel(`registry.test:${port}`)).toBe(200);
  expect(await tunnel(`registry.test:${port === 1 ? 2 : port - 1}`)).toBe(403);
  expect(await tunnel("169.254.169.254:80")).toBe(403);
  expect(await tunnel("nonsense")).toBe(403);
});

test("a named port of this machine is reached, and one where nobody listens is told", async () => {
  const port = await listening(createPlain((socket) => socket.end("hello")));
  const gone = createPlain();
  const closed = await listening(gone);
  await new Promise((resolve) => gone.close(resolve));
  const { network, folder } = await open({ ports: [port, closed] });
  const text = async (at: number) => {
    const socket = await socketAt(folder, at);
    let got = "";
    for await (const piece of socket) got += piece;
    return got;
  };
  expect(await text(port)).toBe("hello");
  expect(await text(closed).catch(() => "")).toBe("");
  expect(network.refused()).toEqual([`port ${closed}: nothing listens there on this machine`]);
});

test("a port is reached when it is this command's turn, and until then it is told why not", async () => {
  const port = await listening(createPlain((socket) => socket.end("hello")));
  const happened = new EventEmitter();
  const [asked, turn] = [once(happened, "asked"), once(happened, "turn")];
  const { network, folder } = await open({ ports: [port] }, {}, {}, () => {
    happened.emit("asked");
    return turn;
  });
  const socket = await socketAt(folder, port);
  await asked;
  expect(network.refused()).toEqual([`port ${port}: another command or check of this machine uses it`]);
  happened.emit("turn");
  expect((await once(socket, "data")).join()).toBe("hello");
  expect(network.refused()).toEqual([]);
});
