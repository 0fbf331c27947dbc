import { isIP } from "node:net";
import type { Destination } from "./hosts.ts";

/** Variables of the person, as the composition root has them. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy through which the person's own machine reaches others, as its environment names it. */
export interface OwnProxy {
  readonly http?: ProxyAt;
  readonly https?: ProxyAt;
  /** Destinations that are reached without it: names with all below them, addresses, or `*` for all. */
  readonly except: readonly string[];
}

export type ProxyAt = HttpProxy | { readonly kind: "unknown" };

export interface HttpProxy {
  readonly kind: "http";
  readonly host: string;
  readonly port: number;
  /** The header's value. Nothing inside sees it. */
  readonly authorization?: string;
}

/** Undefined: the person has none. */
export function ownProxyOf(env: Environment): OwnProxy | undefined {
  const [http, https] = [proxyAt(env, "HTTP"), proxyAt(env, "HTTPS")];
  if (http === undefined && https === undefined) return undefined;
  const except = variable(env, "NO_PROXY") ?? "";
  return {
    ...(http && { http }),
    ...(https && { https }),
    except: except
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((one) => one !== ""),
  };
}

/** The words in the person's environment that let one through the proxy, to be taken out of everything. */
export function proxyPasswords(env: Environment): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
    const password = urlOf(variable(env, name))?.password ?? "";
    if (password !== "") found[name] = decoded(password);
  }
  return found;
}

/** The way to a destination. Undefined: straight. */
export function proxyFor(
  own: OwnProxy | undefined,
  to: Destination,
  kind: "http" | "https",
): ProxyAt | undefined {
  if (own === undefined || own.except.some((entry) => isMeant(to, entry))) return undefined;
  return own[kind];
}

function isMeant({ host, port }: Destination, entry: string): boolean {
  if (entry === "*") return true;
  if (isIP(entry) !== 0) return host === entry;
  const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const isNamed = name !== "" && (host === name || host.endsWith(`.${name}`));
  return isNamed && (only === undefined || Number(only) === port);
}

function proxyAt(env: Environment, kind: "HTTP" | "HTTPS"): ProxyAt | undefined {
  const text = variable(env, `${kind}_PROXY`) ?? variable(env, "ALL_PROXY");
  if (text === undefined) return undefined;
  const url = urlOf(text);
  if (url?.protocol !== "http:" || url.hostname === "") return { kind: "unknown" };
  const login = url.username === "" ? undefined : `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    kind: "http",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 80),
    ...(login !== undefined && { authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
}

/** Programs read both spellings, and many the small one first. */
function variable(env: Environment, name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** `host:3128` is short for one that speaks http. */
function urlOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const whole = text.includes("://") ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
