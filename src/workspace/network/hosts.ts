import { isIP } from "node:net";

/** What commands may reach, as a person's settings name it. */
export interface Reachable {
  /** `registry.npmjs.org`, `*.example.com`, `10.0.0.5`, `host:8080`. Without a port: 80 and 443. */
  readonly hosts: readonly string[];
  /** Names among them that may stand for an address in this machine's own network. */
  readonly privately: readonly string[];
  /** Ports of this machine. */
  readonly ports: readonly number[];
}

export interface Destination {
  readonly host: string;
  readonly port: number;
}

const usualPorts = [80, 443];

/** `host`, `host:443`, `[::1]:443` or `::1`. Undefined: it is none of them. */
export function hostOf(text: string): { readonly host: string; readonly port?: number } | undefined {
  if (isIP(text) === 6) return { host: text.toLowerCase() };
  const [, bracketed, plain, digits] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase().replace(/\.$/, "");
  if (host === undefined || host === "") return undefined;
  if (digits === undefined) return { host };
  const port = Number(digits);
  return port > 0 && port < 65_536 ? { host, port } : undefined;
}

/** Whether a person named this destination. */
export function isNamed({ host, port }: Destination, hosts: readonly string[]): boolean {
  return hosts.some((entry) => {
    const named = hostOf(entry);
    if (named === undefined || !isHost(host, named.host)) return false;
    return named.port === undefined ? usualPorts.includes(port) : named.port === port;
  });
}

/** Whether a name may lead into this machine's own network. An address that a person wrote down is meant. */
export function mayBePrivate(to: Destination, { hosts, privately }: Reachable): boolean {
  return isIP(to.host) !== 0
    ? isNamed(to, hosts)
    : privately.some((entry) => isHost(to.host, hostOf(entry)?.host ?? ""));
}

/** `*.example.com` stands for what lies below it, not for itself. */
function isHost(host: string, named: string): boolean {
  const name = named.toLowerCase();
  if (!name.startsWith("*.")) return host === name;
  return isIP(host) === 0 && host.endsWith(name.slice(1)) && host.length >= name.length;
}
