import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { relayScript } from "../../network/relay-script.ts";
import type { Mount } from "./mount.ts";

/** What leads a command out of its own network. `own` is seen at `at`, and cannot be written there. */
export async function relayMounts(own: string, at: string, node: string): Promise<readonly Mount[]> {
  await writeFile(join(own, "relay.cjs"), relayScript);
  await writeFile(join(own, "node"), "");
  // The very program that runs Huddle: nobody knows where another one is, or whether there is one.
  return [{ kind: "read", from: node, at: join(at, "node") }];
}

export function relayWords(at: string, ports: readonly number[]): readonly string[] {
  const sockets = Object.fromEntries(ports.map((port) => [port, join(at, "net", String(port))]));
  return [join(at, "node"), join(at, "relay.cjs"), JSON.stringify(sockets)];
}

/** How programs are told of a proxy. Each knows another of these names. */
export function proxyVariables(port: number | undefined): Readonly<Record<string, string>> {
  if (port === undefined) return {};
  const proxy = `http://127.0.0.1:${port}`;
  const own = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    YARN_HTTP_PROXY: proxy,
    YARN_HTTPS_PROXY: proxy,
    NO_PROXY: own,
    no_proxy: own,
  };
}
