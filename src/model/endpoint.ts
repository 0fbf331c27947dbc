/** The protocol that a provider speaks. */
export type WireFormat = "anthropic" | "openai" | "google" | "compatible";

/** How a request demands a tool: by its name, as "some tool", or only in words. */
export type ToolChoiceKind = "name" | "required" | "words";

/** Only a person's own settings may hold these, never a repository's. */
export interface GatewaySettings {
  readonly keys?: Readonly<Record<string, string>> | undefined;
  readonly endpoints?: Readonly<Record<string, EndpointSettings>> | undefined;
  readonly limits?: Readonly<Record<string, LimitSettings>> | undefined;
}

export interface EndpointSettings {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly toolChoice?: ToolChoiceKind | undefined;
  /** Whether a model's reasoning is sent back to it in the same thread; default "replay". */
  readonly reasoning?: "replay" | "drop" | undefined;
  /** Whether to ask for token counts in the stream; default true. A few servers reject requests that do. */
  readonly usage?: boolean | undefined;
}

export interface LimitSettings {
  readonly concurrency?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  readonly firstByteSeconds?: number | undefined;
  readonly idleSeconds?: number | undefined;
  readonly totalSeconds?: number | undefined;
}

/** A provider's address, with everything a request to it needs. */
export interface Endpoint {
  readonly name: string;
  readonly wire: WireFormat;
  readonly baseUrl: string;
  readonly key?: string;
  /** Sent as a bearer token instead of the provider's own key header. */
  readonly bearer?: string;
  /** The variables that may hold the key; advice names them. */
  readonly keyNames: readonly string[];
  readonly toolChoice: ToolChoiceKind;
  readonly replayReasoning: boolean;
  readonly streamUsage: boolean;
  readonly limits: Limits;
}

export interface Limits {
  readonly concurrency: number;
  /** Left out: Huddle sets no limit. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly firstByteMs: number;
  /** The person set it. Otherwise it grows with what a slow model has to read. */
  readonly isFirstByteSet?: true;
  readonly idleMs: number;
  /** Left out: a reply may take as long as its tokens do. */
  readonly totalMs?: number;
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: GatewaySettings;
}

export interface ModelName {
  readonly provider: string;
  readonly id: string;
}

/** `provider/model`; the model's own name may have slashes. Undefined: the name has another form. */
export function splitModel(name: string): ModelName | undefined {
  const at = name.indexOf("/");
  if (at <= 0 || at === name.length - 1) return undefined;
  return { provider: name.slice(0, at), id: name.slice(at + 1) };
}

/** The endpoint of a provider, or a message that says why there is none and what to do. */
export function endpointOf(name: string, { env, settings }: Surroundings): Endpoint | string {
  const known = knownProviders[name];
  const own = settings.endpoints?.[name];
  if (!known && !own) return unknownProvider(name, settings);
  const { wire, keyNames } = known ?? { wire: "compatible" as const, keyNames: [customKeyName(name)] };
  const address = baseFromEnv(known, env) ?? own?.baseUrl ?? known?.baseUrl ?? "";
  if (holdsPassword(address)) return passwordInAddress(name, keyNames);
  const baseUrl = normalUrl(address, known?.path);
  if (baseUrl === undefined) return `The address of ${name} is not a valid http or https address.`;
  const key = firstSet(keyNames, env) ?? trimmed(own?.key) ?? trimmed(settings.keys?.[name]);
  const bearer = name === "anthropic" && key === undefined ? trimmed(env.ANTHROPIC_AUTH_TOKEN) : undefined;
  if (known?.needsKey && key === undefined && bearer === undefined && !isLoopback(baseUrl))
    return missingKey(name, keyNames);
  return {
    name,
    wire,
    baseUrl,
    ...(key !== undefined && { key }),
    ...(bearer !== undefined && { bearer }),
    keyNames,
    toolChoice: own?.toolChoice ?? known?.toolChoice ?? "words",
    replayReasoning: own?.reasoning !== "drop",
    streamUsage: own?.usage !== false,
    limits: limitsOf(isOnOwnMachine(known, baseUrl), settings.limits?.[name]),
  };
}

interface KnownProvider {
  readonly wire: WireFormat;
  readonly baseUrl: string;
  /** What an address ends with; added when it is missing. */
  readonly path: string;
  readonly baseNames: readonly string[];
  readonly keyNames: readonly string[];
  readonly needsKey: boolean;
  readonly toolChoice: ToolChoiceKind;
  /** Runs on the person's own machine: takes few requests at a time, and starts slowly. */
  readonly local: boolean;
}

const hosted = { needsKey: true, toolChoice: "name", local: false } as const;
const local = { wire: "compatible", path: "/v1", needsKey: false, local: true } as const;

export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  anthropic: {
    ...hosted,
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com",
    path: "/v1",
    baseNames: ["ANTHROPIC_BASE_URL"],
    keyNames: ["ANTHROPIC_API_KEY"],
  },
  openai: {
    ...hosted,
    wire: "openai",
    baseUrl: "https://api.openai.com/v1",
    path: "",
    baseNames: ["OPENAI_BASE_URL"],
    keyNames: ["OPENAI_API_KEY"],
  },
  google: {
    ...hosted,
    wire: "google",
    baseUrl: "https://generativelanguage.googleapis.com",
    path: "/v1beta",
    baseNames: ["GOOGLE_GEMINI_BASE_URL"],
    keyNames: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  },
  ollama: {
    ...local,
    baseUrl: "http://127.0.0.1:11434",
    baseNames: ["OLLAMA_HOST"],
    keyNames: ["OLLAMA_API_KEY"],
    toolChoice: "words", // it does not read tool_choice
  },
  lmstudio: {
    ...local,
    baseUrl: "http://127.0.0.1:1234",
    baseNames: ["LMSTUDIO_BASE_URL"],
    keyNames: ["LMSTUDIO_API_KEY"],
    toolChoice: "required", // it refuses a tool's name there
  },
  vllm: {
    ...local,
    baseUrl: "http://127.0.0.1:8000",
    baseNames: ["VLLM_BASE_URL"],
    keyNames: ["VLLM_API_KEY"],
    toolChoice: "name",
  },
  llamacpp: {
    ...local,
    baseUrl: "http://127.0.0.1:8080",
    baseNames: ["LLAMACPP_BASE_URL"],
    keyNames: ["LLAMACPP_API_KEY"],
    toolChoice: "words", // without a template that knows tools it refuses the others
  },
};

/** Names that need no entry in the person's settings. */
const providerNames: readonly string[] = Object.keys(knownProviders);

function baseFromEnv(known: KnownProvider | undefined, env: Surroundings["env"]): string | undefined {
  const value = known && firstSet(known.baseNames, env);
  if (value === undefined || !known?.baseNames.includes("OLLAMA_HOST")) return value;
  return ollamaAddress(value);
}

/** The address of Ollama's own API, for a model that Ollama runs. Undefined: another provider runs it. */
export function ollamaOrigin(model: string, surroundings: Surroundings): string | undefined {
  if (splitModel(model)?.provider !== "ollama") return undefined;
  const endpoint = endpointOf("ollama", surroundings);
  return typeof endpoint === "string" ? undefined : endpoint.baseUrl.replace(/\/v1$/, "");
}

/** Reads a host as Ollama does: scheme and port may be missing, and `0.0.0.0` means this machine. */
export function ollamaAddress(host: string): string {
  const [, scheme, rest = ""] = /^(?:(https?):\/\/)?(.*)$/i.exec(host) ?? [];
  const place = rest.replace(/^(0\.0\.0\.0|\[::\])(?=[:/]|$)/, "127.0.0.1").replace(/^(?=:\d)/, "127.0.0.1");
  const [authority = "", ...path] = place.split("/");
  const port = scheme === undefined && !/:\d+$/.test(authority) ? ":11434" : "";
  return `${scheme ?? "http"}://${authority}${port}${path.length > 0 ? `/${path.join("/")}` : ""}`;
}

function normalUrl(text: string, path = ""): string | undefined {
  const url = text.trim().replace(/\/+$/, "");
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return undefined;
  return path !== "" && !url.endsWith(path) ? url + path : url;
}

/** A user name or a password before the host: `http://user:password@host`. Also where the rest is no address. */
function holdsPassword(address: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:[\\/]*)*[^/?#\\]*@/i.test(address);
}

function passwordInAddress(name: string, keyNames: readonly string[]): string {
  return `The address of ${name} holds a user name or a password, and addresses are shown in messages. Take it out of the address, and set the key as ${keyNames.join(" or ")} in the environment or under "keys" in your own config.json. If the server wants a user name and a password, put a proxy before it that adds them.`;
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /(^|\.)localhost$|^\[::1\]$|^\[::ffff:7f|^127(\.\d+){3}$|^0\.0\.0\.0$|^\[::\]$/.test(hostname);
}

function firstSet(names: readonly string[], env: Surroundings["env"]): string | undefined {
  return names.map((name) => trimmed(env[name])).find((value) => value !== undefined);
}

/** Accepts a key that was pasted with a newline. */
function trimmed(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}

export function customKeyName(name: string): string {
  return `${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_API_KEY`;
}

/** A machine of one's own does one thing at a time best: two requests at once take twice as long, each. */
function isOnOwnMachine(known: KnownProvider | undefined, baseUrl: string): boolean {
  return known?.local === true || isLoopback(baseUrl);
}

function limitsOf(isOwn: boolean, own: LimitSettings = {}): Limits {
  const rate = isOwn
    ? { concurrency: 1 }
    : { concurrency: 8, requestsPerMinute: 500, tokensPerMinute: 2_000_000 };
  const ms = (seconds: number | undefined, otherwise: number) => (seconds ?? otherwise) * 1000;
  return {
    ...rate,
    ...(own.concurrency !== undefined && { concurrency: own.concurrency }),
    ...(own.requestsPerMinute !== undefined && { requestsPerMinute: own.requestsPerMinute }),
    ...(own.tokensPerMinute !== undefined && { tokensPerMinute: own.tokensPerMinute }),
    firstByteMs: ms(own.firstByteSeconds, 290),
    ...(own.firstByteSeconds !== undefined && { isFirstByteSet: true }),
    idleMs: ms(own.idleSeconds, 120),
    ...(own.totalSeconds !== undefined && { totalMs: own.totalSeconds * 1000 }),
  };
}

function unknownProvider(name: string, settings: GatewaySettings): string {
  const all = [...providerNames, ...Object.keys(settings.endpoints ?? {})];
  return `There is no provider called "${name}". There are: ${[...new Set(all)].join(", ")}. To use another one that speaks OpenAI's protocol, name it under "endpoints" in your own config.json.`;
}

function missingKey(name: string, keyNames: readonly string[]): string {
  return `There is no key for ${name}. Set ${keyNames.join(" or ")} in the environment, or "keys": { "${name}": … } in your own config.json.`;
}
