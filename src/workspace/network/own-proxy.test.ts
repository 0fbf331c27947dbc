import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer as createPlain, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { openNetwork } from "./open-network.ts";
import { ownProxyOf, proxyFor, proxyPasswords } from "./own-proxy.ts";

const plain = { kind: "http", host: "proxy.test", port: 3128 };

test.each<readonly [Readonly<Record<string, string>>, object | undefined]>([
  [{}, undefined],
  [{ HTTP_PROXY: "" }, undefined],
  [{ HTTPS_PROXY: "http://proxy.test:3128" }, { https: plain, except: [] }],
  [
    { https_proxy: "proxy.test:3128", HTTPS_PROXY: "http://other.test" },
    { https: plain, except: [] },
  ],
  [
    { ALL_PROXY: "http://proxy.test:3128/", NO_PROXY: "A.test, .b.test" },
    { http: plain, https: plain, except: ["a.test", ".b.test"] },
  ],
  [
    { http_proxy: "http://me:p%40ss@[::1]:8080" },
    {
      http: { kind: "http", host: "::1", port: 8080, authorization: `Basic ${btoa("me:p@ss")}` },
      except: [],
    },
  ],
  [{ HTTPS_PROXY: "socks5://proxy.test:1080" }, { https: { kind: "unknown" }, except: [] }],
  [{ HTTPS_PROXY: "http://" }, { https: { kind: "unknown" }, except: [] }],
])("the proxy of %j", (env, own) => {
  expect(ownProxyOf(env)).toEqual(own);
});

test("the password is known, as it is typed and as it is sent", () => {
  expect(proxyPasswords({ ALL_PROXY: "http://me:p%40ss@proxy.test", HTTP_PROXY: "proxy.test" })).toEqual({
    ALL_PROXY: "p@ss",
  });
});

describe("what is reached without it", () => {
  const env = { HTTPS_PROXY: "http://p.test", NO_PROXY: "a.test,.b.test,*.c.test,d.test:8443,10.0.0.1" };
  test.each([
    ["a.test", 443, true],
    ["x.a.test", 443, true],
    ["xa.test", 443, false],
    ["b.test", 443, true],
    ["x.c.test", 443, true],
    ["d.test", 443, false],
    ["d.test", 8443, true],
    ["10.0.0.1", 443, true],
    ["10.0.0.2", 443, false],
  ])("%s:%i: %s", (host, port, isStraight) => {
    expect(proxyFor(ownProxyOf(env), { host, port }, "https") === undefined).toBe(isStraight);
  });

  test("everything, if it says so", () => {
    const own = ownProxyOf({ ...env, NO_PROXY: "*" });
    expect(proxyFor(own, { host: "x.test", port: 443 }, "https")).toBeUndefined();
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // it listens at a port
}

/** A real proxy that wants a password, knows names that nobody else knows, and notes what it is asked. */
async function personsProxy(target: number) {
  const asked: string[] = [];
  const mayPass = ({ headers }: IncomingMessage) =>
    headers["proxy-authorization"] === `Basic ${btoa("me:canary-word")}`;
  const server = createServer((one, answer) => {
    asked.push(`${one.method} ${one.url}`);
    if (!mayPass(one)) return void answer.writeHead(407).end();
    answer.end(`through, with ${Object.keys(one.headers).join(" ")}`);
  });
  server.on("connect", (one: IncomingMessage, client) => {
    asked.push(`CONNECT ${one.url}`);
    if (!mayPass(one)) return void client.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
    const way = connect(target, "127.0.0.1");
    client.write("HTTP/1.1 200 Yes\r\n\r\n");
    client.pipe(way).pipe(client);
    client.on("error", () => way.destroy());
    way.on("error", () => client.destroy());
  });
  return { asked, port: await listening(server) };
}

async function allOf(pieces: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += String(piece);
  return text;
}

async function stage(login: string, { closed = false, scheme = "http" } = {}) {
  const target = await listening(createPlain((socket) => socket.end("hello from the target")));
  const { asked, port } = await personsProxy(target);
  const own = ownProxyOf({ ALL_PROXY: `${scheme}://${login}127.0.0.1:${closed ? 1 : port}` });
  const folder = await emptyPlace();
  const hosts = ["far.test", "near.test", "known.test"];
  const resolve = async (name: string) =>
    ({ "near.test": ["10.0.0.7"], "known.test": ["93.184.216.34"] })[name] ?? [];
  const network = await openNetwork(
    join(folder, "n"),
    { hosts, privately: [], ports: [] },
    { resolve, ...(own && { own }) },
  );
  if (!network) throw new Error("nothing is to be reached");
  onTestFinished(() => network.close());
  const socketPath = join(folder, "n", String(network.proxy));
  const ask = (method: string, path: string) =>
    new Promise<string>((done, reject) => {
      const one = request({ socketPath, method, path, headers: { host: "x" } });
      const tell = (reply: IncomingMessage, from: AsyncIterable<unknown>) =>
        void allOf(from).then((text) => done(`${reply.statusCode} ${text}`), reject);
      one.on("connect", (reply, socket) => {
        if (reply.statusCode === 200) tell(reply, socket);
        else done(`${reply.statusCode}`);
      });
      one.on("response", (reply) => tell(reply, reply));
      one.on("error", reject).end();
    });
  return { asked, ask, refused: network.refused };
}

test("named hosts are reached through the person's own proxy, by name; nothing else is asked of it", async () => {
  const { asked, ask, refused } = await stage("me:canary-word@");
  expect(await ask("CONNECT", "far.test:443")).toBe("200 hello from the target");
  expect(await ask("CONNECT", "known.test:443")).toBe("200 hello from the target");
  expect(await ask("GET", "http://far.test/a?b=c")).toMatch(/^200 through, with host/);
  expect(asked).toEqual(["CONNECT far.test:443", "CONNECT known.test:443", "GET http://far.test/a?b=c"]);
  expect(await ask("CONNECT", "near.test:443")).toBe("403");
  expect(await ask("CONNECT", "other.test:443")).toBe("403");
  expect(asked).toHaveLength(3);
  expect(refused()).toEqual([
    "near.test: it stands for an address in this machine's own network",
    "other.test: it is not among the hosts that are allowed",
  ]);
});

test.each([
  ["refuses", "", {}, /own proxy answered 407/],
  ["cannot be reached", "me:canary-word@", { closed: true }, /own proxy cannot be reached/],
  ["speaks something else", "me:canary-word@", { scheme: "socks5" }, /own proxy is not one that speaks http/],
])("a proxy that %s is told of, without its password", async (_, login, more, told) => {
  const { ask, refused } = await stage(login, more);
  expect(await ask("CONNECT", "far.test:443")).toBe("403");
  expect(await ask("GET", "http://far.test/")).toMatch(/^(403|407|502) /);
  expect(refused()).toHaveLength(1);
  expect(refused()[0]).toMatch(told);
  expect(JSON.stringify(refused())).not.toContain("canary");
});
