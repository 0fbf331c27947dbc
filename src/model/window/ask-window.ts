import type { Endpoint } from "../endpoint.ts";
import { modelList, ownPages, type Page } from "./window-shapes.ts";

export interface WindowAsking {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** For each page. */
  readonly timeoutMs?: number;
}

type Address = Pick<Endpoint, "name" | "wire" | "baseUrl" | "key">;

/**
 * How many tokens a model can read and write in one request, if its server says so. Sends the model nothing, and never
 * fails: a server that is away says nothing.
 */
export async function askWindow(
  endpoint: Address,
  id: string,
  asking: WindowAsking,
): Promise<number | undefined> {
  if (endpoint.wire === "anthropic" || endpoint.wire === "google") return undefined;
  const listed = await askPage(endpoint, id, modelList, asking);
  if (listed !== undefined || isPublic(endpoint.baseUrl)) return listed;
  const told = await Promise.all(ownPages.map((page) => askPage(endpoint, id, page, asking)));
  return told.find((one) => one !== undefined);
}

/** Providers on the internet get no requests for pages that only servers of one's own have. */
function isPublic(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return (
    protocol === "https:" && /\.[a-z]{2,}$/i.test(hostname) && !/\.(local|lan|home|internal)$/i.test(hostname)
  );
}

async function askPage(
  endpoint: Address,
  id: string,
  page: Page,
  asking: WindowAsking,
): Promise<number | undefined> {
  const said = await readPage(endpoint, page.path, { ...asking, at: page.at, post: page.post?.(id) });
  return page.read(said, id);
}

/** What a page of a server says, as JSON. Undefined: it says nothing that can be read. */
export async function readPage(
  { baseUrl, key }: Pick<Endpoint, "baseUrl" | "key">,
  path: string,
  asking: WindowAsking & { readonly at: Page["at"]; readonly post?: unknown },
): Promise<unknown> {
  const { post } = asking;
  const base = asking.at === "base" ? baseUrl : new URL(baseUrl).origin;
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(post !== undefined && { "content-type": "application/json" }),
  };
  const body = post === undefined ? {} : { method: "POST", body: JSON.stringify(post) };
  const answer = await readAnswer(`${base}${path}`, { headers, ...body }, asking);
  return answer?.status !== undefined && answer.status >= 200 && answer.status < 300
    ? answer.said
    : undefined;
}

/** How a server answers, and what it says as JSON. Undefined: nobody answers there, or not in time. */
export async function readAnswer(
  url: string,
  request: RequestInit,
  { fetch, signal, timeoutMs = 3_000 }: WindowAsking,
): Promise<{ readonly status: number; readonly said: unknown } | undefined> {
  // Not AbortSignal.any with AbortSignal.timeout: in Node 20 such a timeout is collected as garbage and never comes.
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const response = await fetch(url, { ...request, redirect: "manual", signal: over.signal });
    const text = await readSome(response);
    return { status: response.status, said: jsonIn(text) };
  } catch {
    return undefined; // away, stopped or too slow
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The longest list of models is about a megabyte. */
const mostBytes = 8_000_000;

/** Undefined: the page is longer than any that would be useful. */
async function readSome(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
