import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Destination, hostOf, isNamed, mayBePrivate, type Reachable } from "./hosts.ts";
import { type HttpProxy, type OwnProxy, type ProxyAt, proxyFor } from "./own-proxy.ts";
import { isPrivateAddress } from "./private-address.ts";

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface ProxyOptions {
  readonly reachable: Reachable;
  readonly resolve: Resolve;
  /** The person's, through which this one then goes. */
  readonly own?: OwnProxy;
  /** Told of every destination that is refused, with the reason. */
  refused(to: string, why: string): void;
}

const idleMs = 120_000;
const connectMs = 30_000;

/**
 * Leads commands to the hosts that a person named, and nowhere else. It resolves names itself, and connects to the very
 * address that it looked at, so that a name cannot mean another machine a moment later. Where the person's machine has a
 * proxy of its own, that one gets the name and resolves it.
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

type Found = Straight | Through | Refused;
interface Straight {
  readonly kind: "straight";
  readonly address: string;
  readonly to: Destination;
}
interface Through {
  readonly kind: "through";
  readonly proxy: HttpProxy;
  readonly to: Destination;
  readonly shown: string;
}
interface Refused {
  readonly kind: "refused";
  readonly why: string;
}

async function find(options: ProxyOptions, authority: string, usual: 80 | 443): Promise<Found> {
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
  const proxy = proxyFor(options.own, to, usual === 80 ? "http" : "https");
  if (address === undefined && addresses.length > 0)
    return refuse(options, shown, "it stands for an address in this machine's own network");
  if (proxy) return through(options, proxy, to, shown);
  return address === undefined
    ? refuse(options, shown, "its name cannot be resolved")
    : { kind: "straight", address, to };
}

function through(options: ProxyOptions, proxy: ProxyAt, to: Destination, shown: string): Through | Refused {
  if (proxy.kind === "unknown") return refuse(options, shown, "your own proxy is not one that speaks http");
  return { kind: "through", proxy, to, shown };
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
  if (found.kind === "through") return tunnelThrough(options, found, client, head);
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

/** Asks the person's proxy for the tunnel. */
function tunnelThrough(options: ProxyOptions, found: Through, client: Duplex, head: Buffer): void {
  const { proxy, to, shown } = found;
  const authority = `${isIP(to.host) === 6 ? `[${to.host}]` : to.host}:${to.port}`;
  const asked = request({
    host: proxy.host,
    port: proxy.port,
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...authorized(proxy) },
    timeout: connectMs,
  });
  const fail = (why: string) => client.end(plainRefusal(refuse(options, shown, why).why));
  asked.on("timeout", () => asked.destroy(new Error("no answer")));
  asked.on("error", () => fail("your own proxy cannot be reached"));
  asked.on("response", ({ statusCode }) => {
    asked.destroy();
    fail(`your own proxy answered ${statusCode}`);
  });
  asked.on("connect", ({ statusCode }, server: Socket, more: Buffer) => {
    if (statusCode !== 200) {
      server.destroy();
      fail(`your own proxy answered ${statusCode}`);
      return;
    }
    server.setTimeout(idleMs, () => server.destroy());
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    client.write(more);
    server.write(head);
    joined(client, server);
  });
  client.on("close", () => asked.destroy());
  asked.end();
}

function authorized({ authorization }: HttpProxy): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { "proxy-authorization": authorization };
}

function open({ address, to }: Straight): Socket {
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
  const path = `${url.pathname}${url.search}`;
  const way =
    found.kind === "straight"
      ? { host: found.address, port: found.to.port, path, headers: { ...headers, host: url.host } }
      : {
          host: found.proxy.host,
          port: found.proxy.port,
          path: `http://${url.host}${path}`,
          headers: { ...headers, host: url.host, ...authorized(found.proxy) },
        };
  const passed = request({ ...way, method: asked.method, setHost: false, timeout: idleMs });
  passed.on("response", (reply) => {
    if (found.kind === "through" && reply.statusCode === 407)
      refuse(options, found.shown, "your own proxy answered 407");
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
    reply.on("error", () => answer.destroy());
  });
  passed.on("timeout", () => passed.destroy(new Error("no answer")));
  passed.on("error", () => {
    if (answer.headersSent) return void answer.destroy();
    if (found.kind === "through") refuse(options, found.shown, "your own proxy cannot be reached");
    answer.writeHead(502).end();
  });
  answer.on("close", () => passed.destroy());
  asked.pipe(passed);
}
