import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Destination, hostOf, isNamed, mayBePrivate, type Reachable } from "./hosts.ts";
import { isPrivateAddress } from "./private-address.ts";

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface ProxyOptions {
  readonly reachable: Reachable;
  readonly resolve: Resolve;
  /** Told of every destination that is refused, with the reason. */
  refused(to: string, why: string): void;
}

const idleMs = 120_000;
const connectMs = 30_000;

/**
 * Leads commands to the hosts that a person named, and nowhere else. It resolves names itself, and connects to the very
 * address that it looked at, so that a name cannot mean another machine a moment later.
 */
export function createProxy(options: ProxyOptions): Server {
  const server = createServer((asked, answer) => void forward(options, asked, answer));
  server.on("connect", (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    void tunnel(options, asked.url ?? "", client, head);
  });
  server.on("clientError", (_, socket) => socket.destroy());
  server.requestTimeout = 0; // an upload may take long
  return server;
}

type Found = { readonly kind: "found"; readonly address: string; readonly to: Destination } | Refused;
interface Refused {
  readonly kind: "refused";
  readonly why: string;
}

async function find(options: ProxyOptions, authority: string, usual: number): Promise<Found> {
  const { reachable, resolve } = options;
  const named = hostOf(authority);
  if (named === undefined) return refuse(options, authority, "this is no host");
  const to = { host: named.host, port: named.port ?? usual };
  const shown = usual === to.port ? to.host : `${to.host}:${to.port}`;
  if (!isNamed(to, reachable.hosts))
    return refuse(options, shown, "it is not among the hosts that are allowed");
  const addresses = isIP(to.host) !== 0 ? [to.host] : await resolve(to.host).catch(() => []);
  const [address] = mayBePrivate(to, reachable)
    ? addresses
    : addresses.filter((one) => !isPrivateAddress(one));
  if (address !== undefined) return { kind: "found", address, to };
  return addresses.length === 0
    ? refuse(options, shown, "its name cannot be resolved")
    : refuse(options, shown, "it stands for an address in this machine's own network");
}

function refuse({ refused }: ProxyOptions, to: string, why: string): Refused {
  refused(to, why);
  return { kind: "refused", why: `${to}: ${why}` };
}

/** For HTTPS and everything else that brings its own wire. */
async function tunnel(options: ProxyOptions, authority: string, client: Duplex, head: Buffer): Promise<void> {
  client.on("error", () => client.destroy());
  const found = await find(options, authority, 443);
  if (found.kind === "refused") return void client.end(plainRefusal(found.why));
  const server = open(found);
  const fail = () => client.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
  server.once("error", fail);
  server.once("connect", () => {
    server.off("error", fail);
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    server.write(head);
    joined(client, server);
  });
}

function open({ address, to }: Extract<Found, { kind: "found" }>): Socket {
  const server = connect({ host: address, port: to.port, timeout: connectMs });
  server.on("timeout", () => server.destroy(new Error("no answer")));
  server.once("connect", () => server.setTimeout(idleMs));
  return server;
}

/** Until either side has enough. */
function joined(client: Duplex, server: Socket): void {
  server.on("error", () => client.destroy());
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
  client.pipe(server);
  server.pipe(client);
}

function plainRefusal(why: string): string {
  const text = `[sandbox] ${why}\n`;
  return `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}

/** Headers that concern the way to the proxy, not the server behind it. */
const hopByHop = /^(proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|host)$/i;

async function forward(options: ProxyOptions, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.canParse(asked.url ?? "") ? new URL(asked.url ?? "") : undefined;
  if (url?.protocol !== "http:")
    return void answer.writeHead(400).end("[sandbox] Only http and https go through.\n");
  const found = await find(options, url.host, 80);
  if (found.kind === "refused") return void answer.writeHead(403).end(`[sandbox] ${found.why}\n`);
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !hopByHop.test(name)));
  const passed = request({
    host: found.address,
    port: found.to.port,
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    setHost: false,
    timeout: idleMs,
  });
  passed.on("response", (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
    reply.on("error", () => answer.destroy());
  });
  passed.on("timeout", () => passed.destroy(new Error("no answer")));
  passed.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  answer.on("close", () => passed.destroy());
  asked.pipe(passed);
}
